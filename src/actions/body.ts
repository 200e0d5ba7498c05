import { ActionError } from 'astro:actions'
import type * as z from 'zod/mini'
import { failureMessage } from '#src/shared/failure.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'

/** Reads an action's body, after the sender was checked. `Schema` types the client side. */
export interface Body<Schema extends z.ZodMiniType | undefined, Input> {
  /** @throws ActionError when it is too large or invalid. */
  read: (request: Request) => Promise<Input>
  schema?: Schema
}

/** A form as JSON. */
export function jsonBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  maxBytes = ACTION_BODY_MAX_BYTES,
): Body<Schema, z.output<Schema>> {
  return {
    schema,
    async read(request) {
      const bytes = await readBytes(request, maxBytes)
      if (!bytes) throw tooLarge('request_too_large')
      const parsed = await schema.safeParseAsync(parseJson(bytes))
      if (!parsed.success) throw new InputError(parsed.error.issues)
      return parsed.data
    },
  }
}

/** The unchecked bytes of a picture. */
export const pictureBody: Body<undefined, Uint8Array> = {
  async read(request) {
    const bytes = await readBytes(request, AVATAR_MAX_BYTES)
    if (!bytes) throw tooLarge('avatar_too_large')
    return bytes
  },
}

/** 5 MB in one chunk per network packet. Every chunk costs CPU time. */
const MAX_CHUNKS = 4096

/** null when the body is too large; stops reading then. */
async function readBytes({ body }: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes || chunks.length >= MAX_CHUNKS) return null
      chunks.push(chunk)
    }
  } catch {
    // The client disconnected.
    throw badRequest()
  }
  return new Blob(chunks).bytes()
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest()
  }
}

function tooLarge(code: 'request_too_large' | 'avatar_too_large'): ActionError {
  return new ActionError({ code: 'CONTENT_TOO_LARGE', message: failureMessage(code) })
}

function badRequest(): ActionError {
  return new ActionError({ code: 'BAD_REQUEST', message: failureMessage('unexpected') })
}

/** Errors by field, in the format of Astro's `isInputError`, which groups them in the browser. */
class InputError extends ActionError {
  override readonly type = 'AstroActionInputError'
  readonly issues: Issue[]

  constructor(issues: readonly Issue[]) {
    super({ code: 'BAD_REQUEST' })
    // Drops other properties, which may contain the input.
    this.issues = issues.map(({ path, message }) => ({ path, message }))
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

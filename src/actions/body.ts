import { ActionError } from 'astro:actions'
import type * as z from 'zod/mini'
import { errorText } from '#src/shared/errors.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'

/** What an action is sent, read only when the action asks for it. `Schema` is what the browser's side is typed by. */
export interface Body<Schema extends z.ZodMiniType | undefined, Input> {
  /** @throws ActionError when it is too large or not what the action takes. */
  read: (request: Request) => Promise<Input>
  schema?: Schema
}

/** A form as JSON, parsed by the schema. */
export function jsonBody<Schema extends z.ZodMiniType>(schema: Schema): Body<Schema, z.output<Schema>> {
  return {
    schema,
    async read(request) {
      const bytes = await readBytes(request, ACTION_BODY_MAX_BYTES)
      if (!bytes) throw new ActionError({ code: 'CONTENT_TOO_LARGE', message: errorText.unexpected })
      const parsed = schema.safeParse(parseJson(bytes))
      if (!parsed.success) throw new InputError(parsed.error.issues)
      return parsed.data
    },
  }
}

/** The bytes of a picture, not looked at yet. */
export const pictureBody: Body<undefined, Uint8Array> = {
  async read(request) {
    const bytes = await readBytes(request, AVATAR_MAX_BYTES)
    if (!bytes) throw new ActionError({ code: 'CONTENT_TOO_LARGE', message: errorText.avatar_too_large })
    return bytes
  },
}

/** What is sent stays unread. */
export const noBody: Body<undefined, void> = { read: () => Promise.resolve() }

/** As many as 5 MB have on a slow network, one for each packet. Each chunk costs, however small it is. */
const MAX_CHUNKS = 4096

/** null when there is more than that: no more is read then. */
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
    // The sender has gone.
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

function badRequest(): ActionError {
  return new ActionError({ code: 'BAD_REQUEST', message: errorText.unexpected })
}

/** What is wrong with which field, in the form in which the browser's side of Astro knows it (`isInputError`). */
class InputError extends ActionError {
  override readonly type = 'AstroActionInputError'
  readonly issues: Issue[]
  readonly fields: Record<string, string[]>

  constructor(issues: readonly Issue[]) {
    super({ code: 'BAD_REQUEST' })
    // What was typed stays here: an issue may hold it.
    this.issues = issues.map(({ path, message }) => ({ path, message }))
    this.fields = {}
    for (const { path, message } of issues) {
      if (path.length > 0) (this.fields[String(path[0])] ??= []).push(message)
    }
  }
}

interface Issue {
  path: PropertyKey[]
  message: string
}

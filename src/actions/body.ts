import { ActionError } from 'astro:actions'
import type * as z from 'zod/mini'
import { readBytes } from '#src/server/read-bytes.ts'
import { failureMessage } from '#src/shared/failure.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'

/** Reads an action's body, after the sender was checked. `Schema` types the client side. */
export interface Body<Schema extends z.ZodMiniType | undefined, Input> {
  /** @throws ActionError when it is too large or invalid. */
  read: (request: Request) => Promise<Input>
  schema?: Schema
}

export function jsonBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  maxBytes = ACTION_BODY_MAX_BYTES,
): Body<Schema, z.output<Schema>> {
  return {
    schema,
    async read(request) {
      const bytes = await boundedBytes(request, maxBytes, 'request_too_large')
      const parsed = await schema.safeParseAsync(parseJson(bytes))
      if (!parsed.success) throw inputError(parsed.error.issues)
      return parsed.data
    },
  }
}

/** The unchecked bytes of a picture. */
export const pictureBody: Body<undefined, Uint8Array> = {
  read: (request) => boundedBytes(request, AVATAR_MAX_BYTES, 'avatar_too_large'),
}

/** @throws ActionError with this code when the body is too large. */
async function boundedBytes(
  request: Request,
  maxBytes: number,
  code: 'request_too_large' | 'avatar_too_large',
) {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === 'disconnected') throw badRequest()
  if (bytes === 'too_large')
    throw new ActionError({ code: 'CONTENT_TOO_LARGE', message: failureMessage({ code }) })
  return bytes
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest()
  }
}

function badRequest(): ActionError {
  return new ActionError({ code: 'BAD_REQUEST', message: failureMessage({ code: 'unexpected' }) })
}

/** Errors by field, without their other properties, which may contain the input. */
function inputError(issues: readonly z.core.$ZodIssue[]): ActionError {
  const said = issues.map(({ path, message }) => ({ path, message }))
  return ActionError.fromJson({ type: 'AstroActionInputError', issues: said })
}

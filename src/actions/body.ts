import { type ActionAPIContext, ActionError } from 'astro:actions'
import type * as z from 'zod/mini'
import { readBytes } from '#src/server/read-bytes.ts'
import { failureError } from './action-error.ts'

/**
 * Reads a body that may be larger than `actionBodySizeLimit`, and that Astro therefore leaves alone.
 *
 * @throws ActionError, with this code if it is too large.
 */
export async function readBody(
  context: Pick<ActionAPIContext, 'request' | 'locals'>,
  maxBytes: number,
  tooLarge: 'avatar_too_large' | 'request_too_large',
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(context.request, maxBytes)
  if (bytes === 'too_large') throw failureError(context, { code: tooLarge })
  if (bytes === 'disconnected') throw failureError(context, { code: 'unexpected' })
  return bytes
}

/** Reads JSON as Astro reads an action's `input`. */
export async function readJson<Schema extends z.ZodMiniType>(
  context: Pick<ActionAPIContext, 'request' | 'locals'>,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const bytes = await readBody(context, maxBytes, 'request_too_large')
  return parseInput(schema, await new Response(bytes).json().catch(() => null))
}

/** As Astro does with an action's `input`. @throws ActionError */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw ActionError.fromJson({ type: 'AstroActionInputError', issues: parsed.error.issues })
}

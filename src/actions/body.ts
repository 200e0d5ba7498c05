import { type ActionAPIContext, ActionError } from 'astro:actions'
import type * as z from 'zod/mini'
import { bodies } from '#src/server/gate/endpoints.ts'
import { readBytes } from '#src/server/read-bytes.ts'
import { failureError } from './action-error.ts'

/** Bodies that may be larger than `actionBodySizeLimit`, and that Astro therefore leaves alone. */
export type LargeBody = 'people' | 'picture'

/** Reads and checks a body as Astro does an action's `input`; that of a picture is its bytes. @throws ActionError */
export async function readInput<Schema extends z.ZodMiniType>(
  context: Pick<ActionAPIContext, 'request' | 'locals'>,
  takes: LargeBody,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { maxBytes, tooLarge } = bodies[takes]
  const bytes = await readBytes(context.request, maxBytes)
  if (bytes === 'too_large') throw failureError(context, { code: tooLarge })
  if (bytes === 'disconnected') throw failureError(context, { code: 'unexpected' })
  const input: unknown = takes === 'picture' ? bytes : await new Response(bytes).json().catch(() => null)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw ActionError.fromJson({ type: 'AstroActionInputError', issues: parsed.error.issues })
}

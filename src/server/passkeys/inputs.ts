import * as z from 'zod/mini'
import { OptionalPasswordForm, PasskeyId } from '#src/shared/forms.ts'

/** What a browser returns; the verifier checks the rest of it. */
export const PasskeyInput = z.object({
  response: z.looseObject({ id: PasskeyId, response: z.looseObject({ clientDataJSON: z.string() }) }),
})
export const PasskeyRemovalInput = z.extend(OptionalPasswordForm, { id: PasskeyId })

export type PasskeyInput = z.output<typeof PasskeyInput>
export type PasskeyRemovalInput = z.output<typeof PasskeyRemovalInput>

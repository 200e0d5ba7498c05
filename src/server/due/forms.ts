import * as z from 'zod/mini'
import { RowId } from '#src/shared/forms.ts'
import { Email } from '#src/shared/people/person.ts'

/** What administrators send about deadlines. */

/** `isUndone`: takes the emails back. */
export const ReminderForm = z.object({
  event: z.string().check(z.regex(/^[a-z0-9-]{1,200}$/)),
  day: z.iso.date(),
  isUndone: z.boolean(),
})
/** `id`: null to forget what the address has sent. */
export const MatchForm = z.object({ email: Email, id: z.nullable(RowId) })

export type ReminderForm = z.output<typeof ReminderForm>
export type MatchForm = z.output<typeof MatchForm>

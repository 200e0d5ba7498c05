import { z } from 'zod'
import { dayOrTime, markdownBody, requiredLine, sample } from './fields.ts'

const fields = z.strictObject({
  title: requiredLine.describe('The announcement’s heading.'),
  from: dayOrTime.meta({ title: 'Show from' }).describe('A day, or a day and a time: 2025-06-30 09:00.'),
  until: dayOrTime
    .overwrite((until) => (until.includes(' ') ? until : `${until} 24:00`))
    .meta({ title: 'Show until' })
    .describe('When home stops showing it: at the end of this day, or at the time you write.'),
  email: z
    .literal(true)
    .optional()
    .meta({ choices: { '': 'On home only', true: 'On home and by email' } })
    .describe('Whether members also get it by email, ten minutes after it appears.'),
  sample,
})

/** An announcement's front matter. `until` without a time means the end of that day. */
export const announcementSchema = fields.refine(({ from, until }) => until > from, {
  path: ['until'],
  message: 'This ends before it begins. Write a later day.',
})

export const announcementFile = fields.extend({ body: markdownBody.describe('The text under the heading.') })

import { z } from 'zod'
import { dayOrTime, markdownBody, requiredLine, sample } from './fields.ts'
import { audience } from './groups.ts'

const fields = z.strictObject({
  title: requiredLine.describe('The announcement’s heading.'),
  from: dayOrTime
    .meta({ title: 'Show from' })
    .describe('When home begins to show it, in the programme’s time zone.'),
  until: dayOrTime
    .overwrite((until) => (until.includes(' ') ? until : `${until} 24:00`))
    // A picker of times would take a day alone for its first minute.
    .meta({ title: 'Show until', control: 'date' })
    .describe('The last day on which home shows it.'),
  email: z
    .literal(true)
    .optional()
    .meta({ choices: { '': 'On home only', true: 'On home and by email' } })
    .describe('Whether members also get it by email, ten minutes after it appears.'),
  for: audience,
  sample,
})

/** An announcement's front matter. `until` without a time means the end of that day. */
export const announcementSchema = fields.refine(({ from, until }) => until > from, {
  path: ['until'],
  message: 'This ends before it begins. Write a later day.',
})

const { title, ...others } = fields.shape

export const announcementFile = z.strictObject({
  title,
  body: markdownBody.describe('The text under the heading.'),
  ...others,
})

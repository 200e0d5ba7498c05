import { z } from 'zod'
import { moment, text } from './fields.ts'

const fields = z.strictObject({
  title: z.string().trim().min(1).describe('The announcement’s heading.'),
  from: moment.describe('From when it stands on the home page: a day, or a day and a time.'),
  until: moment.describe('Until when: the end of that day, or the time that is written.'),
})

/** What stands between the two lines of `---` at the top of an announcement's file. A day ends at its end. */
export const announcementSchema = fields.refine(
  ({ from, until }) => (until.includes(' ') ? until : `${until} 24:00`) > from,
  { path: ['until'], message: 'It would end before it begins. Write a later day.' },
)

/** An announcement's file as a form. */
export const announcementFile = fields.extend({ body: text.describe('What members read under the heading.') })

import { tzlib_get_timezones } from 'timezones-ical-library'
import { z } from 'zod'
import { explainRefusal, indirectLink, readLink } from '../embeds/link.ts'
import { contentIcons } from '#src/shared/content-icons.ts'

export const path = z.templateLiteral(
  ['/', z.string().regex(/^[a-z0-9-]*$/)],
  'Write a path of this site, such as /weekly-updates.',
)

const WRITE_ADDRESS = 'Write a full address that starts with https://.'

/** An address of another site; it opens in a new tab. A redirect is replaced by where it leads. */
export const address = z
  .string()
  .overwrite((pasted) => {
    const link = readLink(pasted)
    return link.ok ? link.address : pasted
  })
  .superRefine((pasted, context) => {
    const link = readLink(pasted)
    if (!link.ok && pasted.includes('https://'))
      context.addIssue({ code: 'custom', message: explainRefusal(pasted, link), continue: false })
  })
  // The form at /edit can only check a pattern.
  .regex(/^https:\/\//, WRITE_ADDRESS)

/** A text without links that show members more than where they lead. */
export const requiredText = z
  .string()
  .trim()
  .min(1)
  .superRefine((text, context) => {
    for (const [link] of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
      const message = indirectLink(link)
      if (message) context.addIssue({ code: 'custom', message })
    }
  })

/** One in a single line, such as a title: it becomes an email’s subject, or an entry in a calendar. */
export const requiredLine = requiredText.refine((text) => !text.includes('\n'), 'Write this in one line.')

export const markdownBody = z.string().optional().meta({ control: 'markdown', title: 'Text' })

export const sample = z
  .literal(true)
  .optional()
  .meta({ choices: { '': 'Our own', true: 'A sample' } })
  .describe('Whether it shows what such a file looks like. A production build refuses it.')

export const icon = z
  .enum(Object.keys(contentIcons) as (keyof typeof contentIcons)[])
  .describe('The icon beside it.')

const WRITE_ZONE = 'Write an IANA time zone, such as Pacific/Honolulu or America/Los_Angeles.'

export const timeZone = z
  .string()
  .regex(/^(?:UTC|[A-Za-z]+\/.+)$/, { error: WRITE_ZONE, abort: true })
  .refine((name) => tzlib_get_timezones().includes(name), WRITE_ZONE)

const WRITE_MOMENT = 'Write a real day such as 2025-06-02, or a day and a time such as 2025-06-02 09:00.'

/** A day, or a day and a time, in the programme's time zone: `2025-06-02`, `2025-06-02 09:00`. */
export const dayOrTime = z
  .string()
  .meta({ control: 'date-time' })
  .regex(/^\d{4}-\d{2}-\d{2}(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: WRITE_MOMENT, abort: true })
  .refine((text) => isDay(text.slice(0, 10)), WRITE_MOMENT)

export const day = z.iso.date({ error: 'Write a real day such as 2025-06-02.', abort: true })

export function isDay(text: string): boolean {
  return day.safeParse(text).success
}

import ICAL from 'ical.js'
import { z } from 'zod'
import type { ProgrammeEvent } from '../events/event.ts'
import { dayOf, occurrences } from '../events/recurrence.ts'
import { formatWeekdays } from '../events/format-recurrence.ts'
import { address, day, isDay, path, requiredLine, requiredText, sample } from './fields.ts'
import { audience } from './groups.ts'

const WEEK_MINUTES = 7 * 24 * 60
const WRITE_MINUTES = `Write whole minutes, from 1 to ${WEEK_MINUTES} (a week).`
const WRITE_TIME = 'Write a real day and a time in the programme’s time zone, such as 2025-06-04 17:30.'

const localTime = z
  .string()
  .meta({ control: 'date-time' })
  .regex(/^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/, { error: WRITE_TIME, abort: true })
  .refine((time) => isDay(dayOf(time)), { error: WRITE_TIME, abort: true })

export const eventSchema = z
  .strictObject({
    title: requiredLine.describe('The title that members see.'),
    kind: z
      .enum(['session', 'due'])
      .default('session')
      .meta({ choices: { '': 'Session', due: 'Deadline' } })
      .describe('A session is something people attend. A deadline is due.'),
    starts: localTime
      .meta({ title: 'First time' })
      .describe('When it first takes place, or when it’s due, in the programme’s time zone.'),
    minutes: z
      .int(WRITE_MINUTES)
      .min(1, WRITE_MINUTES)
      .max(WEEK_MINUTES, WRITE_MINUTES)
      .default(60)
      .describe('How long a session is, in minutes.'),
    repeats: z
      .string()
      .overwrite((rule) => (/freq=/i.test(rule) ? rule.toUpperCase().replace(/^RRULE:|\s|;$/g, '') : rule))
      .optional()
      .describe('How it repeats. The first time has to be on such a day.'),
    until: day.optional().meta({ title: 'Last day' }).describe('After it, it doesn’t repeat.'),
    except: z
      .array(day.meta({ title: 'Day' }))
      .default([])
      .meta({ title: 'Days off' })
      .describe('Days on which it doesn’t take place.'),
    place: requiredLine.optional().describe('Where it takes place.'),
    join: address
      .optional()
      .meta({ title: 'Link to join online' })
      .describe('It becomes the button “Join”, 15 minutes before a session.'),
    page: path.optional().meta({ control: 'page' }).describe('The page of this site where members do it.'),
    remind: z
      .literal(false)
      .optional()
      .meta({ title: 'Reminders', choices: { '': 'By email', false: 'None' } })
      .describe(
        'Whether members get emails before it: before a deadline until they tick it, before a session if they want.',
      ),
    for: audience,
    doneFor: z
      .literal('company')
      .optional()
      .meta({ title: 'Done for', choices: { '': 'The member who ticks it', company: 'Their whole company' } })
      .describe('Of a deadline: whose reminders end when a member ticks it.'),
    text: requiredText
      .optional()
      .meta({ title: 'Details' })
      .describe('More about it, for members’ own calendars.'),
    sample,
  })
  .superRefine((event: ProgrammeEvent, context) => {
    for (const [path, message] of conflictsIn(event)) context.addIssue({ code: 'custom', path, message })
  })

type Conflict = [path: (string | number)[], message: string]

function conflictsIn(event: ProgrammeEvent): Conflict[] {
  const { kind, starts, repeats, until, except } = event
  if (kind === 'session' && event.doneFor)
    return [[['doneFor'], 'Only a deadline is done for a company. Delete `doneFor`, or add `kind: due`.']]
  if (repeats === undefined) {
    if (until !== undefined)
      return [[['until'], 'Only an event that repeats has an end. Delete `until`, or add `repeats`.']]
    return except.length > 0
      ? [[['except'], 'Only an event that repeats has exceptions. Delete `except`, or add `repeats`.']]
      : []
  }
  const problem = problemWithRule(repeats, starts)
  if (problem) return [[['repeats'], problem]]
  // Of a rule that counts days, such as 5MO, and of a daily one, ical.js takes the day on which it begins for granted.
  const from = /BYDAY=[+-]?\d/.test(repeats) ? `2000-01-01 ${starts.slice(11)}` : starts
  const asWeekly = repeats.includes('BYDAY') ? repeats.replace('FREQ=DAILY', 'FREQ=WEEKLY') : repeats
  const endless = asWeekly.replace(/;(?:INTERVAL|COUNT)=\d+/g, '')
  const first = occurrences({ starts: from, repeats: endless, except: [] }).find((time) => time >= starts)
  if (first !== starts) {
    const remedy = first ? `Write \`starts: ${first}\`, or change \`repeats\`.` : 'Change `repeats`.'
    return [[['starts'], `This time doesn’t match \`repeats\`. ${remedy}`]]
  }
  if (until !== undefined && repeats.includes('COUNT='))
    return [[['until'], '`repeats` already ends after COUNT times. Delete `until`, or COUNT.']]
  if (until !== undefined && until < dayOf(starts))
    return [[['until'], 'This ends before it begins. Write a later day.']]
  return except.flatMap((day, index): Conflict[] => {
    const message = `The event doesn’t take place on ${day} anyway. Delete this day, or correct it.`
    return takesPlaceOn(event, day) ? [] : [[['except', index], message]]
  })
}

// ical.js and calendars leave out what they don’t know, such as EVERY=2 and INTERVAL=0, without a word.
function problemWithRule(repeats: string, starts: string): string | null {
  if (/\bUNTIL=/.test(repeats))
    return 'Remove UNTIL from the rule, and add a line such as `until: 2025-08-29`.'
  try {
    const known = `${ICAL.Recur.fromString(repeats).toString()};INTERVAL=1;WKST=MO`.split(';')
    const unknown = repeats.split(';').find((part) => !known.includes(part))
    if (unknown) return `\`${unknown}\` isn’t valid here. Correct or delete it. ${WRITE_RULE}`
    return formatWeekdays(repeats, starts) === null
      ? `The portal can’t put this rule into words. ${WRITE_RULE}`
      : null
  } catch {
    return WRITE_RULE
  }
}

const WRITE_RULE =
  'Write a rule such as FREQ=WEEKLY;BYDAY=TH (every Thursday), FREQ=WEEKLY;INTERVAL=2;BYDAY=MO (every other Monday) or FREQ=MONTHLY;BYDAY=1FR (the first Friday of a month).'

function takesPlaceOn({ starts, repeats, until }: ProgrammeEvent, wanted: string): boolean {
  const next = occurrences({ starts, repeats, until, except: [] }).find((time) => dayOf(time) >= wanted)
  return next !== undefined && dayOf(next) === wanted
}

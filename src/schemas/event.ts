import { z } from 'zod'
import type { ProgrammeEvent } from '../events/event.ts'
import { dayOf, wallStarts } from '../events/recurrence.ts'
import { address, dayError, isDay, path, words } from './fields.ts'

const day = z.iso.date({ error: dayError('Write a day as year-month-day, such as 2025-08-29.') })

const WEEK_MINUTES = 7 * 24 * 60
const WRITE_MINUTES = `Write whole minutes, from 1 to ${WEEK_MINUTES}, which is a week.`
const WALL_TIME = /^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/
const WRITE_TIME = 'Write a day and a time on the programme’s clock, such as 2025-06-04 17:30.'

/** A day, a space and a time. Days that no calendar has are refused, too. */
const wallTime = z
  .string()
  .meta({ control: 'wall-time' })
  .regex(WALL_TIME, { error: WRITE_TIME, abort: true })
  .refine(isWallTime, { error: dayError(WRITE_TIME) })

/** One file of `src/content/events`. */
export const eventSchema = z
  .strictObject({
    title: words.describe('What members read.'),
    kind: z
      .enum(['session', 'due'])
      .default('session')
      .describe('`session` for what people come to, `due` for what they hand in by then.'),
    starts: wallTime.describe(
      'The first time it takes place, or when it is due, on the programme’s clock: 2025-06-04 17:30.',
    ),
    minutes: z
      .int(WRITE_MINUTES)
      .min(1, WRITE_MINUTES)
      .max(WEEK_MINUTES, WRITE_MINUTES)
      .default(60)
      .describe('How long a session is, in minutes.'),
    repeats: z
      .string()
      .optional()
      .describe(
        'When it comes again: a rule of iCalendar such as FREQ=WEEKLY;BYDAY=TH. Without it, it takes place once.',
      ),
    until: day.optional().describe('The last day on which it may take place: 2025-08-29.'),
    except: z.array(day).default([]).describe('Days on which it does not take place.'),
    place: words.optional().describe('Where it takes place.'),
    join: address.optional().describe('Where to take part from afar; it becomes the button “Join”.'),
    page: path.optional().describe('The page of this site where it is done, such as /weekly-updates.'),
    text: words.optional().describe('What else there is to say, for people’s own calendars.'),
  })
  .superRefine((event: ProgrammeEvent, context) => {
    for (const [path, message] of misfits(event)) context.addIssue({ code: 'custom', path, message })
  })

type Misfit = [path: (string | number)[], message: string]

/** What does not go together, each at its field. */
function misfits(event: ProgrammeEvent): Misfit[] {
  const { starts, repeats, until, except } = event
  if (!isWallTime(starts)) return []
  if (repeats === undefined) {
    if (until !== undefined)
      return [[['until'], 'Only what repeats ends: delete `until`, or write `repeats`.']]
    return except.length > 0 ? [[['except'], 'Only what repeats has exceptions: delete `except`.']] : []
  }
  const trouble = troubleWith(repeats)
  if (trouble) return [[['repeats'], trouble]]
  const [first] = wallStarts({ starts, repeats, except: [] })
  if (first !== starts) {
    const remedy = first ? `Write \`starts: ${first}\`, or change \`repeats\`.` : 'Change `repeats`.'
    return [[['starts'], `This is none of the times that \`repeats\` says. ${remedy}`]]
  }
  if (until !== undefined && until < dayOf(starts))
    return [[['until'], 'It would end before it begins. Write a later day.']]
  return except.flatMap((day, index): Misfit[] => {
    const message = `It does not take place on ${day} anyway. Delete this day, or write the right one.`
    return takesPlaceOn(event, day) ? [] : [[['except', index], message]]
  })
}

function troubleWith(repeats: string): string | null {
  const freq = /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$/
  if (/\bUNTIL=/.test(repeats))
    return 'Take UNTIL out of the rule, and write `until: 2025-08-29` in a separate line.'
  if (freq.test(repeats)) {
    try {
      wallStarts({ starts: '2025-06-04 12:00', repeats, except: [] }).next()
      return null
    } catch {
      // Said below.
    }
  }
  return 'Write a rule such as FREQ=WEEKLY;BYDAY=TH (every Thursday), FREQ=WEEKLY;INTERVAL=2;BYDAY=MO (every other Monday) or FREQ=MONTHLY;BYDAY=1FR (the first Friday of a month).'
}

function takesPlaceOn({ starts, repeats, until }: ProgrammeEvent, wanted: string): boolean {
  const next = wallStarts({ starts, repeats, until, except: [] }).find((time) => dayOf(time) >= wanted)
  return next !== undefined && dayOf(next) === wanted
}

function isWallTime(text: string): boolean {
  return WALL_TIME.test(text) && isDay(dayOf(text))
}

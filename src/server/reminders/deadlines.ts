import { type Rule, startsOf } from '#src/events/recurrence.ts'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { toZoned } from '#src/shared/zoned-time.ts'

const LAST_REMINDER_MS = 3 * HOUR_MS

/** Where a day has 25 hours, its clock shows the same time again that much later. */
const LONGEST_DAY_MS = DAY_MS + HOUR_MS

/** The reminders to plan at a moment: of each deadline that is near, the latest one whose time has come. */
export function remindersAt(programme: Deadlines, now: number): Reminder[] {
  return deadlinesBetween(programme, now, now + LONGEST_DAY_MS).flatMap(({ key, dueAt, dayBefore }) => {
    const lastAt = dueAt - LAST_REMINDER_MS
    if (now >= lastAt) return { key, dueAt, name: `3h ${key} ${dueAt}`, expiresAt: dueAt }
    return now >= dayBefore ? { key, dueAt, name: `1d ${key} ${dueAt}`, expiresAt: lastAt } : []
  })
}

/** The deadline with this key if it's due at exactly that moment; undefined once it was moved, removed or switched off. */
export function findDeadline(programme: Deadlines, key: string, dueAt: number): Deadline | undefined {
  return deadlinesBetween(programme, dueAt, dueAt + 1).find((deadline) => deadline.key === key)
}

/** The starts of all deadlines from one moment up to another. */
function deadlinesBetween({ deadlines, timezone }: Deadlines, from: number, until: number): Deadline[] {
  return deadlines.flatMap(({ name, title, page, ...rule }) =>
    startsOf(rule, timezone, from, until).map(([minute, offset]) => {
      const dueAt = minute * MINUTE_MS
      const wall = new Date(dueAt + offset * MINUTE_MS - DAY_MS).toISOString()
      const dayBefore = instantOf(wall.slice(0, 16).replace('T', ' '), timezone)
      return { key: deadlineKey(name, toZoned(dueAt, offset).iso), title, page, dueAt, dayBefore }
    }),
  )
}

/** The deadlines that are built into a deploy; see tools/programme-names.ts. */
export interface Deadlines {
  timezone: string
  deadlines: readonly DeadlineEvent[]
}

interface DeadlineEvent extends Rule {
  name: string
  title: string
  page?: string | undefined
}

interface Deadline {
  /** The key of its tick. */
  key: string
  title: string
  page: string | undefined
  dueAt: number
  /** When the programme's clock shows the same time on the day before. */
  dayBefore: number
}

interface Reminder extends Pick<Deadline, 'key' | 'dueAt'> {
  /** The same at every call; another once the deadline was moved. */
  name: string
  /** From then on it says nothing new. */
  expiresAt: number
}

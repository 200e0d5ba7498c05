import type { Audience } from '#src/shared/audience.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { startsOf } from '#src/events/recurrence.ts'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { instantOf, offsetAt } from '#src/shared/zoned-instant.ts'
import { toZoned } from '#src/shared/zoned-time.ts'

/** From one moment up to, and not including, another. */
export function startsBetween(
  event: PlannedEvent,
  timezone: string,
  from: number,
  until: number,
): PlannedStart[] {
  return startsOf(event, timezone, from, until).map(([minute, offset]) => {
    const start = minute * MINUTE_MS
    return { event, start, offset, key: deadlineKey(event.name, toZoned(start, offset).iso) }
  })
}

/** The same time on the zone's clock so many days later. */
export function daysLater(moment: number, days: number, timezone: string): number {
  const wall = new Date(moment + offsetAt(moment, timezone) + days * DAY_MS).toISOString()
  return instantOf(wall.slice(0, 16).replace('T', ' '), timezone)
}

export function mailed({ event, start }: PlannedStart) {
  const { name, title, place, join, page } = event
  return { name, title, place, join, page, start }
}

export interface PlannedStart {
  event: PlannedEvent
  start: number
  /** How many minutes the programme's clock is ahead of UTC then. */
  offset: number
  key: string
}

/** What is built into a deploy; see tools/programme.ts. */
export interface Programme {
  timezone: string
  /** When the weekly email leaves: 'Monday 7:00', or 'never'. */
  weekly: string
  events: readonly PlannedEvent[]
  videos: readonly CohortVideo[]
  announcements: readonly Announcement[]
}

export interface PlannedEvent extends Omit<ProgrammeEvent, 'kind' | 'remind' | 'doneFor'> {
  name: string
  kind: string
  doneFor?: string | undefined
  remind?: boolean | undefined
}

export interface CohortVideo {
  key: string
  /** Those of the newest cohorts come, of which a member's is the first. */
  cohort: string
  audience: Audience
  title: string
  fragment: string
  /** When it became new, in milliseconds since 1970; null when unknown. */
  publishedAt: number | null
}

export interface Announcement {
  name: string
  title: string
  for?: readonly string[] | undefined
  from: number
  until: number
  email: boolean
  html: string
}

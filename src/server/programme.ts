import { type Audience, isFor } from '#src/shared/audience.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { occurrencesBetween } from '#src/events/recurrence.ts'
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
  return occurrencesBetween(event, timezone, from, until).map(([minute, offset]) => {
    const start = minute * MINUTE_MS
    return { event, start, offset, key: deadlineKey(event.name, toZoned(start, offset).iso) }
  })
}

export function daysLater(moment: number, days: number, timezone: string): number {
  const wall = new Date(moment + offsetAt(moment, timezone) + days * DAY_MS).toISOString()
  return instantOf(wall.slice(0, 16).replace('T', ' '), timezone)
}

/** What of it members of these groups get. The same object for the same groups, because their week is computed once. */
export function programmeFor(programme: Programme, groups: readonly string[]): Programme {
  const key = groups.join()
  const known = byGroups.get(programme) ?? new Map<string, Programme>()
  const own = known.get(key) ?? leaveOut(programme, groups)
  byGroups.set(programme, known.set(key, own))
  return own
}

const byGroups = new WeakMap<Programme, Map<string, Programme>>()

function leaveOut(programme: Programme, groups: readonly string[]): Programme {
  const isOwn = ({ for: names }: { for?: readonly string[] | undefined }) => !names || isFor([names], groups)
  const ownPath = (path = '') => (isOwn({ for: programme.pages[path] }) ? path || undefined : undefined)
  const videos = programme.videos.filter(({ audience }) => isFor(audience, groups))
  return {
    ...programme,
    calendar: ownPath(programme.calendar),
    events: programme.events.filter(isOwn).map((event) => ({ ...event, page: ownPath(event.page) })),
    videos: videos.filter(({ cohort }) => cohort === videos[0]?.cohort),
    announcements: programme.announcements.filter(isOwn).map(({ html, ...announcement }) => ({
      ...announcement,
      html: html.replace(
        /<a [^>]*?href="(\/[^"#?]*)[^>]*>(.*?)<\/a>/gs,
        (link, path: string, words: string) => (ownPath(path) ? link : words),
      ),
    })),
  }
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
  groups: readonly { name: string; title: string; directory?: 'own group' | undefined }[]
  /** The groups that a page is for, by its path, where it isn't for everyone. */
  pages: Readonly<Record<string, readonly string[] | undefined>>
  calendar?: string | undefined
  events: readonly PlannedEvent[]
  videos: readonly CohortVideo[]
  announcements: readonly Announcement[]
  /** Whether members find each other at /members. */
  directory: boolean
  /** What progress can be saved of, and whom each is for. */
  progressKeys: Readonly<Record<string, Audience>>
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

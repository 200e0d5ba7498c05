import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { MISSED_STAYS_MS, type EventView } from '#src/shared/events/event-view.ts'
import type { HomeVideo, HomeWeek } from '#src/shared/home.ts'
import { continueWith, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { browserOffset, toZoned } from '#src/shared/zoned-time.ts'

/** Home shows so many of the member's days, from today on. */
const WEEK_DAYS = 7

/** How long before a session it can be joined. */
const JOIN_BEFORE_MS = 15 * MINUTE_MS

/** The sessions that are under way or begin within seven days, in order. */
export function weekAt({ events, until }: Pick<HomeWeek, 'events' | 'until'>, now: number): WeekAhead {
  if (now > until - WEEK_DAYS * DAY_MS) return { is: 'unknown' }
  const sessions = events
    .filter(({ kind }) => kind === 'session')
    .flatMap((event) => comingStarts(event, now))
    .filter(({ start }) => daysAhead(start, now) < WEEK_DAYS)
    .toSorted((one, other) => one.start - other.start)
  return sessions.length === 0 ? { is: 'free' } : { is: 'planned', sessions }
}

/** The next start of each deadline within seven days, else of the first deadline after them. */
export function deadlinesAt(events: readonly EventView[], now: number): Occurrence[] {
  const next = events
    .filter(({ kind }) => kind === 'due')
    .flatMap((event) => comingStarts(event, now).slice(0, 1))
    .toSorted((one, other) => one.start - other.start)
  const soon = next.filter(({ start }) => daysAhead(start, now) < WEEK_DAYS)
  return soon.length > 0 ? soon : next.slice(0, 1)
}

/**
 * The last start of each deadline, where it has passed and isn't ticked.
 *
 * @param ticks null while they aren't known: nothing was missed as far as anyone can tell.
 * @param since when the member could first come in, in milliseconds since 1970: they missed nothing before.
 */
export function missedAt(
  events: readonly EventView[],
  ticks: Progress | null,
  since: number | null,
  now: number,
): Occurrence[] {
  if (ticks === null || since === null) return []
  return events
    .filter(({ kind }) => kind === 'due')
    .flatMap((event) =>
      occurrencesOf(event)
        .filter(({ end }) => end <= now)
        .slice(-1),
    )
    .filter(({ start }) => start >= since && now - start < MISSED_STAYS_MS)
    .filter((last) => ticks.get(tickKey(last))?.watched !== true)
    .toSorted((one, other) => one.start - other.start)
}

export function tickKey({ event, start, offset }: Occurrence): string {
  return deadlineKey(event.name, toZoned(start, offset).iso)
}

export function canJoin({ start }: Pick<Occurrence, 'start'>, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

/** The video of the newest cohort to watch next. */
export function nextVideo(videos: readonly HomeVideo[], progress: Progress | null): NextVideo {
  if (videos.length === 0) return { is: 'none' }
  if (progress === null) return { is: 'unknown' }
  const keys = videos.map(({ key }) => key)
  const known = new Map([...progress].filter(([key]) => keys.includes(key)))
  const next = continueWith(known, keys)
  const video = videos.find(({ key }) => key === next?.video)
  if (!next || !video) return { is: 'none' }
  const ofWeek = videos.filter(({ week }) => week === video.week)
  const watched = ofWeek.filter(({ key }) => known.get(key)?.watched).length
  return {
    is: known.size > 0 ? 'continue' : 'start',
    video,
    seconds: next.seconds,
    watched,
    count: ofWeek.length,
  }
}

/** A moment's day for a screen reader, where two rows have the same title: 'Thu 26'. */
export function shortDay(moment: number): string {
  const { weekday, date } = toZoned(moment, browserOffset(moment))
  return `${weekday.slice(0, 3)} ${date}`
}

/** A moment's day for the member: 'Today', 'Tomorrow', 'Thu 26' (of this week or the last) or 'Thursday, June 26'. */
export function dayName(moment: number, now: number): string {
  const { weekday, month, date } = toZoned(moment, browserOffset(moment))
  const days = daysAhead(moment, now)
  return Math.abs(days) < WEEK_DAYS
    ? (['Today', 'Tomorrow'][days] ?? shortDay(moment))
    : `${weekday}, ${month} ${date}`
}

/** The day of a row: a session that began yesterday is today's. */
export function rowDay({ event, start }: Occurrence, now: number): string {
  if (event.kind === 'due' && start <= now) return `Overdue · ${dayName(start, now)}`
  return dayName(Math.max(start, now), now)
}

/** 'Today, 5:30 PM' */
export function dayAndClock(moment: number, now: number): string {
  return `${dayName(moment, now)}, ${toZoned(moment, browserOffset(moment)).clock}`
}

function comingStarts(event: EventView, now: number): Occurrence[] {
  return occurrencesOf(event).filter(({ end }) => end > now)
}

function occurrencesOf(event: EventView): Occurrence[] {
  const length = event.kind === 'session' ? event.minutes * MINUTE_MS : 0
  return event.starts.map(([minute, offset]) => ({
    event,
    offset,
    start: minute * MINUTE_MS,
    end: minute * MINUTE_MS + length,
  }))
}

function daysAhead(moment: number, now: number): number {
  return toZoned(moment, browserOffset(moment)).day - toZoned(now, browserOffset(now)).day
}

/** `unknown`: this build's dates end too soon to tell. */
export type WeekAhead = { is: 'planned'; sessions: Occurrence[] } | { is: 'free' } | { is: 'unknown' }

/** `unknown`: this browser hasn't the member's progress yet. */
export type NextVideo =
  | { is: 'unknown' }
  | { is: 'none' }
  | { is: 'start' | 'continue'; video: HomeVideo; seconds: number | null; watched: number; count: number }

type Progress = ReadonlyMap<string, WatchState>

/** One start of an event; times in milliseconds since 1970. */
export interface Occurrence {
  event: EventView
  start: number
  end: number
  /** How many minutes the programme's clock is ahead of UTC at the start. */
  offset: number
}

import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { MISSED_STAYS_MS, type EventView } from '#src/shared/events/event-view.ts'
import type { HomeVideo, HomeWeek } from '#src/shared/home.ts'
import { continueWith, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { browserOffset, toZoned } from '#src/shared/zoned-time.ts'

const WEEK_DAYS = 7

const JOIN_BEFORE_MS = 15 * MINUTE_MS

export function thisWeek(
  { events, datesEndAt }: Pick<HomeWeek, 'events' | 'datesEndAt'>,
  now: number,
): ThisWeek {
  if (now > datesEndAt - WEEK_DAYS * DAY_MS) return { status: 'unknown' }
  const sessions = events
    .filter(({ kind }) => kind === 'session')
    .flatMap((event) => comingStarts(event, now))
    .filter(({ start }) => daysAhead(start, now) < WEEK_DAYS)
    .toSorted((one, other) => one.start - other.start)
  return sessions.length === 0 ? { status: 'free' } : { status: 'planned', sessions }
}

/** The next start of each deadline within seven days, else of the first deadline after them. */
export function upcomingDeadlines(events: readonly EventView[], now: number): Occurrence[] {
  const next = events
    .filter(({ kind }) => kind === 'due')
    .flatMap((event) => comingStarts(event, now).slice(0, 1))
    .toSorted((one, other) => one.start - other.start)
  const soon = next.filter(({ start }) => daysAhead(start, now) < WEEK_DAYS)
  return soon.length > 0 ? soon : next.slice(0, 1)
}

/**
 * The last start of each deadline, where it has passed and isn't done.
 *
 * @param records null until they are synced: a deadline may be done on another device.
 * @param memberSince in milliseconds since 1970. A deadline before that isn't missed.
 */
export function missedDeadlines(
  events: readonly EventView[],
  records: WatchStates | null,
  memberSince: number | null,
  now: number,
): Occurrence[] {
  if (records === null || memberSince === null) return []
  return events
    .filter(({ kind }) => kind === 'due')
    .flatMap((event) =>
      occurrencesOf(event)
        .filter(({ end }) => end <= now)
        .slice(-1),
    )
    .filter(({ start }) => start >= memberSince && now - start < MISSED_STAYS_MS)
    .filter((last) => records.get(progressKeyOf(last))?.watched !== true)
    .toSorted((one, other) => one.start - other.start)
}

export function progressKeyOf({ event, start, offset }: Occurrence): string {
  return deadlineKey(event.name, toZoned(start, offset).iso)
}

export function canJoin({ start }: Pick<Occurrence, 'start'>, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

/** @param records null until they are synced. */
export function nextVideo(videos: readonly HomeVideo[], records: WatchStates | null): NextVideo {
  if (videos.length === 0) return { status: 'none' }
  if (records === null) return { status: 'unknown' }
  const keys = videos.map(({ progressKey }) => progressKey)
  const videoRecords = new Map([...records].filter(([key]) => keys.includes(key)))
  const next = continueWith(videoRecords, keys)
  const video = videos.find(({ progressKey }) => progressKey === next?.video)
  if (!next || !video) return { status: 'none' }
  const week = videos.filter(({ weekTitle }) => weekTitle === video.weekTitle)
  return {
    status: videoRecords.size > 0 ? 'continue' : 'start',
    video,
    seconds: next.seconds,
    watchedCount: week.filter(({ progressKey }) => videoRecords.get(progressKey)?.watched).length,
    weekCount: week.length,
  }
}

export function formatShortDay(moment: number): string {
  const { weekday, date } = toZoned(moment, browserOffset(moment))
  return `${weekday.slice(0, 3)} ${date}`
}

/** 'Today', 'Tomorrow', 'Thu 26' (within a week before or after) or 'Thursday, June 26' */
export function formatDay(moment: number, now: number): string {
  const { weekday, month, date } = toZoned(moment, browserOffset(moment))
  const days = daysAhead(moment, now)
  return Math.abs(days) < WEEK_DAYS
    ? (['Today', 'Tomorrow'][days] ?? formatShortDay(moment))
    : `${weekday}, ${month} ${date}`
}

// A session that began yesterday is today's.
export function formatRowDay({ event, start }: Occurrence, now: number): string {
  if (event.kind === 'due' && start <= now) return `Overdue · ${formatDay(start, now)}`
  return formatDay(Math.max(start, now), now)
}

export function formatDayAndTime(moment: number, now: number): string {
  return `${formatDay(moment, now)}, ${toZoned(moment, browserOffset(moment)).clock}`
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

export type ThisWeek =
  { status: 'planned'; sessions: Occurrence[] } | { status: 'free' } | { status: 'unknown' }

export type NextVideo =
  | { status: 'unknown' }
  | { status: 'none' }
  | {
      status: 'start' | 'continue'
      video: HomeVideo
      /** Where to resume; null for the start. */
      seconds: number | null
      watchedCount: number
      weekCount: number
    }

type WatchStates = ReadonlyMap<string, WatchState>

/** One start of an event; times in milliseconds since 1970. */
export interface Occurrence {
  event: EventView
  start: number
  end: number
  /** How many minutes the programme's clock is ahead of UTC at the start. */
  offset: number
}

import { continueWith, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import {
  daysLater,
  type PlannedEvent,
  mailed,
  type PlannedStart,
  type Programme,
  startsBetween,
} from '../programme.ts'

/** What is still to come, isn't done, or is new since the week before. null when that is nothing. */
export function weekAhead(
  programme: Programme,
  progress: ReadonlyMap<string, WatchState>,
  at: number,
  now: number,
) {
  const { timezone, videos, calendar } = programme
  const before = daysLater(at, -7, timezone)
  const isNew = (moment: number | null) => moment !== null && moment > before && moment <= now
  const isWatched = (key: string) => progress.get(key)?.watched === true
  const starts = weekFrom(at, programme).filter(({ event, start }) => start + lengthOf(event) > now)
  const sessions = starts.filter(({ event }) => event.kind === 'session').map(mailed)
  const due = starts.filter(({ event, key }) => event.kind === 'due' && !isWatched(key)).map(mailed)
  const newVideos = videos.filter(({ key, publishedAt }) => isNew(publishedAt) && !isWatched(key))
  const announcements = programme.announcements
    .filter(({ from, until }) => isNew(from) && now < until)
    .map(({ title, html }) => ({ title, html }))
  if (sessions.length + due.length + newVideos.length + announcements.length === 0) return null

  const keys = videos.map(({ key }) => key)
  const known = new Map([...progress].filter(([key]) => keys.includes(key)))
  const next = known.size > 0 ? continueWith(known, keys) : null
  const video = videos.find(({ key }) => key === next?.video)
  const watchNext = next && video ? { ...video, seconds: next.seconds } : null
  return { calendar, sessions, due, newVideos, announcements, watchNext }
}

/** In order. Computed once for all readers, because it takes longer than composing their emails. */
function weekFrom(at: number, programme: Programme): readonly PlannedStart[] {
  const known = lastWeek.get(programme)
  if (known?.at === at) return known.starts
  const after = daysLater(at, 7, programme.timezone)
  const starts = programme.events
    .flatMap((event) => startsBetween(event, programme.timezone, at - lengthOf(event) + 1, after))
    .toSorted((one, other) => one.start - other.start)
  lastWeek.set(programme, { at, starts })
  return starts
}

const lastWeek = new WeakMap<Programme, { at: number; starts: readonly PlannedStart[] }>()

function lengthOf({ kind, minutes }: PlannedEvent): number {
  return kind === 'session' ? minutes * MINUTE_MS : 0
}

import { OLDEST_PROGRESS_MS } from '../field-limits.ts'
import type { VideoProgress } from './progress.ts'

/** How far a member is with a video, by this side's clock. */
export interface WatchState {
  positionSeconds: number
  durationSeconds: number | null
  /** When the member was at this position, in milliseconds since 1970; null when it never played. */
  playedAt: number | null
  watched: boolean
  /** When that was last changed; null when it never was. */
  markedAt: number | null
}

/** The part of a video that counts as watched; the rest is applause. */
const WATCHED_FROM = 0.9

/** Closer to the start or the end than this, there is nothing to resume. */
const WORTH_RESUMING_SECONDS = 5

export const UNWATCHED: WatchState = {
  positionSeconds: 0,
  durationSeconds: null,
  playedAt: null,
  watched: false,
  markedAt: null,
}

/** A new position. Watching a video again keeps it watched. */
export function withPosition(
  state: WatchState,
  at: { positionSeconds: number; durationSeconds: number | null },
  now: number,
): WatchState {
  const durationSeconds =
    at.durationSeconds === null ? state.durationSeconds : Math.max(1, Math.round(at.durationSeconds))
  const whole = Math.max(0, Math.floor(at.positionSeconds))
  const positionSeconds = durationSeconds === null ? whole : Math.min(whole, durationSeconds)
  const here = { ...state, positionSeconds, durationSeconds, playedAt: now }
  if (state.watched || durationSeconds === null || positionSeconds < durationSeconds * WATCHED_FROM)
    return here
  return withWatched(here, true, now)
}

export function withWatched(state: WatchState, watched: boolean, now: number): WatchState {
  return { ...state, watched, markedAt: now }
}

/** The second to resume at. null for the start. */
export function resumeAt(state: WatchState | undefined): number | null {
  const { positionSeconds, durationSeconds } = state ?? UNWATCHED
  if (positionSeconds < WORTH_RESUMING_SECONDS) return null
  if (durationSeconds !== null && positionSeconds > durationSeconds - WORTH_RESUMING_SECONDS) return null
  return positionSeconds
}

/** Times are sent as ages, so that each side can use its own clock. */
export function fromProgress(progress: VideoProgress, now: number): WatchState {
  const { positionSeconds, durationSeconds, playedMsAgo, watched, markedMsAgo } = progress
  const at = (msAgo: number | null) => (msAgo === null ? null : now - msAgo)
  return { positionSeconds, durationSeconds, playedAt: at(playedMsAgo), watched, markedAt: at(markedMsAgo) }
}

export function toProgress(video: string, state: WatchState, now: number): VideoProgress {
  const { positionSeconds, durationSeconds, playedAt, watched, markedAt } = state
  // The device's clock may have been changed.
  const since = (at: number | null) =>
    at === null ? null : Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(now - at)))
  return {
    video,
    positionSeconds,
    durationSeconds,
    playedMsAgo: since(playedAt),
    watched,
    markedMsAgo: since(markedAt),
  }
}

/** The video to continue with: the one left last, else the next unwatched one, from its start (null seconds). */
export function continueWith(
  entries: ReadonlyMap<string, WatchState>,
  /** The keys of the loaded videos, in order. */
  order: readonly string[],
): { video: string; seconds: number | null } | null {
  const lastBy = (at: (state: WatchState) => number | null) =>
    [...entries].filter(([, state]) => at(state)).sort(([, a], [, b]) => (at(b) ?? 0) - (at(a) ?? 0))[0]
  const [video, state] = lastBy(({ playedAt }) => playedAt) ?? []
  const seconds = resumeAt(state)
  if (video && !state?.watched && seconds !== null) return { video, seconds }
  const touched = lastBy(({ playedAt, markedAt }) => Math.max(playedAt ?? 0, markedAt ?? 0))
  const after = touched ? order.indexOf(touched[0]) + 1 : 0
  const open = [...order.slice(after), ...order].find((one) => !entries.get(one)?.watched)
  return open === undefined ? null : { video: open, seconds: null }
}

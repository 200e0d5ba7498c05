import { OLDEST_PROGRESS_MS } from '../field-limits.ts'
import type { ProgressChange } from './progress.ts'

/** How far a member is with a video, by the clock of this device or server. A deadline's tick uses `watched` and `markedAt`. */
export interface WatchState {
  positionSeconds: number
  durationSeconds: number | null
  /** When the member was at this position, in milliseconds since 1970; null when it never played. */
  playedAt: number | null
  watched: boolean
  /** When that was last changed; null when it never was. */
  markedAt: number | null
}

const WATCHED_FROM = 0.9

const WORTH_RESUMING_SECONDS = 5

export const UNWATCHED: WatchState = {
  positionSeconds: 0,
  durationSeconds: null,
  playedAt: null,
  watched: false,
  markedAt: null,
}

export function withPosition(
  state: WatchState,
  position: { positionSeconds: number; durationSeconds: number | null },
  now: number,
): WatchState {
  const durationSeconds =
    position.durationSeconds === null
      ? state.durationSeconds
      : Math.max(1, Math.round(position.durationSeconds))
  const wholeSeconds = Math.max(0, Math.floor(position.positionSeconds))
  const positionSeconds = durationSeconds === null ? wholeSeconds : Math.min(wholeSeconds, durationSeconds)
  const moved = { ...state, positionSeconds, durationSeconds, playedAt: now }
  if (state.watched || durationSeconds === null || positionSeconds < durationSeconds * WATCHED_FROM)
    return moved
  return withWatched(moved, true, now)
}

export function withWatched(state: WatchState, watched: boolean, now: number): WatchState {
  return { ...state, watched, markedAt: now }
}

/** The second to resume at. null for the start. */
export function resumeSeconds(state: WatchState | undefined): number | null {
  const { positionSeconds, durationSeconds } = state ?? UNWATCHED
  if (positionSeconds < WORTH_RESUMING_SECONDS) return null
  if (durationSeconds !== null && positionSeconds > durationSeconds - WORTH_RESUMING_SECONDS) return null
  return positionSeconds
}

/** Times are sent as ages, so that each side can use its own clock. */
export function fromProgress(progress: ProgressChange, now: number): WatchState {
  const { positionSeconds, durationSeconds, playedMsAgo, watched, markedMsAgo } = progress
  const toTime = (msAgo: number | null) => (msAgo === null ? null : now - msAgo)
  return {
    positionSeconds,
    durationSeconds,
    playedAt: toTime(playedMsAgo),
    watched,
    markedAt: toTime(markedMsAgo),
  }
}

export function toProgress(progressKey: string, state: WatchState, now: number): ProgressChange {
  const { positionSeconds, durationSeconds, playedAt, watched, markedAt } = state
  // The device's clock may have been changed.
  const toAge = (time: number | null) =>
    time === null ? null : Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(now - time)))
  return {
    video: progressKey,
    positionSeconds,
    durationSeconds,
    playedMsAgo: toAge(playedAt),
    watched,
    markedMsAgo: toAge(markedAt),
  }
}

/** The video to continue with: the one left last, else the next unwatched one, from its start (null seconds). */
export function continueWith(
  states: ReadonlyMap<string, WatchState>,
  videoKeys: readonly string[],
): { video: string; seconds: number | null } | null {
  const latestBy = (timeOf: (state: WatchState) => number | null) =>
    [...states]
      .filter(([, state]) => timeOf(state))
      .sort(([, a], [, b]) => (timeOf(b) ?? 0) - (timeOf(a) ?? 0))[0]
  const [played, state] = latestBy(({ playedAt }) => playedAt) ?? []
  const seconds = resumeSeconds(state)
  if (played && !state?.watched && seconds !== null) return { video: played, seconds }
  const changed = latestBy(({ playedAt, markedAt }) => Math.max(playedAt ?? 0, markedAt ?? 0))
  const nextIndex = changed ? videoKeys.indexOf(changed[0]) + 1 : 0
  const nextFirst = [...videoKeys.slice(nextIndex), ...videoKeys]
  const unwatched = nextFirst.find((key) => !states.get(key)?.watched)
  return unwatched === undefined ? null : { video: unwatched, seconds: null }
}

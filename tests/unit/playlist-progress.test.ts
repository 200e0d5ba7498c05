import { expect, test } from 'vitest'
import { OLDEST_PROGRESS_MS } from '#src/shared/field-limits.ts'
import {
  continueWith,
  fromProgress,
  UNWATCHED,
  resumeSeconds,
  toProgress,
  withPosition,
  withWatched,
  type WatchState,
} from '#src/shared/playlist/watch-state.ts'
import { ProgressChange } from '#src/shared/playlist/progress.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'

const at = (state: Partial<WatchState>): WatchState => ({ ...UNWATCHED, ...state })
const watchedAt = (markedAt: number) => at({ watched: true, markedAt })

test.each([
  [1619, 1800, false],
  [1620, 1800, true],
  [1801, 1800, true],
  // Its length is unknown.
  [9999, null, false],
])('at %i of %s seconds a video is watched: %s', (positionSeconds, durationSeconds, watched) => {
  expect(withPosition(UNWATCHED, { positionSeconds, durationSeconds }, 5).watched).toBe(watched)
})

test('a watched video stays watched when it is played again', () => {
  const seen = { ...withWatched(UNWATCHED, true, 1), durationSeconds: 600 }
  expect(withPosition(seen, { positionSeconds: 3, durationSeconds: null }, 9)).toMatchObject({
    watched: true,
    markedAt: 1,
    durationSeconds: 600,
  })
})

test.each([
  [-3, 0],
  [12.9, 12],
  [1800.4, 1800],
])('the position %d is kept as %i', (positionSeconds, kept) => {
  const { positionSeconds: position } = withPosition(
    UNWATCHED,
    { positionSeconds, durationSeconds: 1800.2 },
    1,
  )
  expect(position).toBe(kept)
})

test.each([
  [0, null],
  [4, null],
  [5, 5],
  [1795, 1795],
  [1796, null],
])('left at %i of 1800 seconds, a video resumes at %s', (positionSeconds, offered) => {
  expect(resumeSeconds(at({ positionSeconds, durationSeconds: 1800 }))).toBe(offered)
})

test.each([
  ['set back an hour since', 1_750_000_000_000 + 3_600_000, 0],
  ['that stood at 1970', 5, OLDEST_PROGRESS_MS],
])('progress from a device clock %s stays within the limits', (_, playedAt, playedMsAgo) => {
  const sent = toProgress('a/b/c', at({ playedAt }), 1_750_000_000_000)
  expect(ProgressChange.parse(sent)).toMatchObject({ playedMsAgo })
})

test('progress survives the conversion to ages', () => {
  expect(fromProgress(toProgress('a/b/c', UNWATCHED, 1000), 1000)).toEqual(UNWATCHED)
  const known = at({ playedAt: 990, markedAt: 980 })
  expect(fromProgress(toProgress('a/b/c', known, 1000), 1000)).toEqual(known)
})

test.each<[string, Record<string, WatchState>, next: string | null, at?: number | null]>([
  ['with the first video, knowing nothing', {}, 'a'],
  [
    'where they left last',
    { a: at({ positionSeconds: 90, playedAt: 1 }), b: at({ positionSeconds: 754, playedAt: 2 }) },
    'b',
    754,
  ],
  ['after a video at whose start they looked', { b: at({ playedAt: 1, positionSeconds: 1 }) }, 'c'],
  ['after the video that was marked last', { a: at({ playedAt: 1 }), b: watchedAt(2) }, 'c'],
  ['after the video that was played last', { b: at({ playedAt: 3 }), a: watchedAt(2) }, 'c'],
  ['with what was skipped, after the last one', { b: watchedAt(1), c: watchedAt(2) }, 'a'],
  ['after the first of two that were marked at once', { a: watchedAt(2), c: watchedAt(2) }, 'b'],
  ['with nothing, having watched everything', { a: watchedAt(1), b: watchedAt(1), c: watchedAt(1) }, null],
])('a member continues %s', (_, entries, video, seconds = null) => {
  const next = continueWith(new Map(Object.entries(entries)), ['a', 'b', 'c'])
  expect(next).toEqual(video && { video, seconds })
})

test('a video keeps its key when its files are renumbered', () => {
  expect(videoKey('cohort-17/01-week-1/02-who-to-ask')).toBe('cohort-17/week-1/who-to-ask')
  expect(videoKey('cohort-17/01/02-2025-in-review')).toBe('cohort-17/01/2025-in-review')
})

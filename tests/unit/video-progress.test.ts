import { describe, expect, test } from 'vitest'
import {
  continueWith,
  type Known,
  marked,
  NOTHING_KNOWN,
  played,
  resumeAt,
  toProgress,
} from '#src/shared/playlist/known.ts'
import { OLDEST_PROGRESS_MS } from '#src/shared/limits.ts'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { readVideoKeys } from '../../integrations/video-list.ts'

const at = (known: Partial<Known>): Known => ({ ...NOTHING_KNOWN, ...known })

describe('a video is watched', () => {
  test.each([
    [0, false],
    [1619, false],
    [1620, true],
    [1800, true],
    [1801, true],
  ])('at %i of 1800 seconds: %s', (positionSeconds, watched) => {
    expect(played(NOTHING_KNOWN, { positionSeconds, durationSeconds: 1800 }, 5).watched).toBe(watched)
  })

  test('never by position alone, while its length is unknown', () => {
    expect(played(NOTHING_KNOWN, { positionSeconds: 9999, durationSeconds: null }, 5).watched).toBe(false)
  })

  test('and stays so when it is watched again from the start', () => {
    const seen = marked(NOTHING_KNOWN, true, 1)
    expect(played(seen, { positionSeconds: 3, durationSeconds: 1800 }, 9)).toMatchObject({
      watched: true,
      markedAt: 1,
    })
  })
})

test('a position is whole, never negative and never beyond the end', () => {
  const positions = [-3, 12.9, 1800.4].map(
    (positionSeconds) =>
      played(NOTHING_KNOWN, { positionSeconds, durationSeconds: 1800.2 }, 1).positionSeconds,
  )
  expect(positions).toEqual([0, 12, 1800])
})

test.each([
  [0, null],
  [4, null],
  [5, 5],
  [1795, 1795],
  [1796, null],
])('left at %i of 1800 seconds, going on is offered at %s', (positionSeconds, offered) => {
  expect(resumeAt(at({ positionSeconds, durationSeconds: 1800 }))).toBe(offered)
})

test.each([
  ['set back an hour since', 1_750_000_000_000 + 3_600_000, 0],
  ['that stood at 1970', 5, OLDEST_PROGRESS_MS],
])('what was watched by a clock %s is within the limits', (_, playedAt, playedMsAgo) => {
  const told = toProgress('a/b/c', at({ playedAt }), 1_750_000_000_000)
  expect(VideoProgress.parse(told)).toMatchObject({ playedMsAgo })
})

describe('a member continues', () => {
  const order = ['a', 'b', 'c']
  test.each([
    ['with the first video, knowing nothing', {}, { video: 'a', seconds: null }],
    [
      'where they left last',
      { a: at({ positionSeconds: 90, playedAt: 1 }), b: at({ positionSeconds: 754, playedAt: 2 }) },
      { video: 'b', seconds: 754 },
    ],
    [
      'with the next one after a video that is watched',
      { a: at({ positionSeconds: 1799, playedAt: 2, watched: true, markedAt: 2 }) },
      { video: 'b', seconds: null },
    ],
    [
      'with what was skipped, after the last one',
      {
        b: at({ watched: true, markedAt: 1 }),
        c: at({ watched: true, markedAt: 2 }),
      },
      { video: 'a', seconds: null },
    ],
    [
      'with nothing, having watched everything',
      Object.fromEntries(order.map((key) => [key, at({ watched: true, markedAt: 1 })])),
      null,
    ],
  ])('%s', (_, entries, next) => {
    expect(continueWith(new Map(Object.entries<Known>(entries)), order)).toEqual(next)
  })
})

describe('the key of a video', () => {
  test.each([
    ['cohort-17/01-week-1/02-who-to-ask', 'cohort-17/week-1/who-to-ask'],
    ['cohort-17/13-demo-day/01-demo-day-honolulu', 'cohort-17/demo-day/demo-day-honolulu'],
    ['cohort-17/01/02-2025-in-review', 'cohort-17/01/2025-in-review'],
  ])('%s is %s, whatever stands before it', (path, key) => {
    expect(videoKey(path)).toBe(key)
  })

  test('is known of every video’s file, and of nothing else', () => {
    expect(
      readVideoKeys(['c/index.md', 'c/1-w/index.md', 'c/1-w/01-intro.md', 'c/1-w/01-intro.vtt']),
    ).toEqual(['c/w/intro'])
  })
})

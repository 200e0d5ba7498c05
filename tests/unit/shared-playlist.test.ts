import { describe, expect, test } from 'vitest'
import { continueWith, fromProgress, NOTHING_KNOWN, played, toProgress } from '#src/shared/playlist/known.ts'
import { readHash } from '#src/shared/playlist/fragment.ts'
import { cohortOf, videoKey } from '#src/shared/playlist/video-key.ts'
import { lengthOf, summaryOf, watchUrl } from '#src/shared/playlist/view.ts'

test.each([
  [{ count: 1, minutes: 0 }, '1 video'],
  [{ count: 0, minutes: 0 }, '0 videos'],
  [{ count: 3, minutes: 59 }, '3 videos · 59 min'],
  [{ count: 2, minutes: 60 }, '2 videos · 1 h 0 min'],
  [{ count: 2, minutes: 94 }, '2 videos · 1 h 34 min'],
])('%j is summed up as “%s”', (amount, words) => {
  expect(summaryOf(amount)).toBe(words)
  expect(words.endsWith(lengthOf(amount.minutes))).toBe(true)
})

test('a video is opened on YouTube by its own address there', () => {
  expect(watchUrl({ videoId: 'a&b' })).toBe('https://www.youtube.com/watch?v=a%26b')
})

test.each([
  ['#a#b', { fragment: 'a#b', seconds: null }],
  ['a', { fragment: 'a', seconds: null }],
  ['#a&x=5&t=7', { fragment: 'a', seconds: 7 }],
  ['#a&5', { fragment: 'a', seconds: null }],
  ['#a&t=12h5m', { fragment: 'a', seconds: 43_500 }],
  ['#a&t=2m', { fragment: 'a', seconds: 120 }],
  ['#a&t=123h', { fragment: 'a', seconds: null }],
  ['', null],
  ['#&t=5', null],
])('the address %j names %j', (hash, moment) => expect(readHash(hash)).toEqual(moment))

test('the key of a cohort begins that of a video', () => {
  expect(cohortOf('c/w/v')).toBe('c')
  expect(videoKey('c/part-2-intro')).toBe('c/part-2-intro')
})

describe('going on', () => {
  const order = ['a', 'b', 'c']
  const at = (known: Partial<typeof NOTHING_KNOWN>) => ({ ...NOTHING_KNOWN, ...known })
  const next = (entries: Record<string, typeof NOTHING_KNOWN>) =>
    continueWith(new Map(Object.entries(entries)), order)

  test.each([
    [
      'after the video that was marked last, whatever was played before',
      { a: at({ playedAt: 1 }), b: at({ watched: true, markedAt: 2 }) },
      'c',
    ],
    [
      'after the video that was played last, whatever was marked before',
      { b: at({ playedAt: 3 }), a: at({ watched: true, markedAt: 2 }) },
      'c',
    ],
    ['with the first at whose start somebody looked', { b: at({ playedAt: 1, positionSeconds: 1 }) }, 'c'],
    [
      'with what is open behind the last, before what is open ahead of it',
      { b: at({ watched: true, markedAt: 5 }) },
      'c',
    ],
    [
      'from the start again with what is open',
      { b: at({ watched: true, markedAt: 1 }), c: at({ watched: true, markedAt: 2 }) },
      'a',
    ],
    [
      'after the first of two that were marked at once',
      { a: at({ watched: true, markedAt: 2 }), c: at({ watched: true, markedAt: 2 }) },
      'b',
    ],
  ])('%s', (_, entries, video) => expect(next(entries)).toEqual({ video, seconds: null }))
})

describe('what is known about a video', () => {
  const at = (known: Partial<typeof NOTHING_KNOWN>) => ({ ...NOTHING_KNOWN, ...known })

  test('a video whose length was known keeps it where the player does not say it', () => {
    const known = played(at({ durationSeconds: 600 }), { positionSeconds: 5, durationSeconds: null }, 1)
    expect(known).toMatchObject({ durationSeconds: 600, watched: false })
    expect(played(known, { positionSeconds: 1, durationSeconds: 0.2 }, 2)).toMatchObject({
      durationSeconds: 1,
    })
  })

  test('what never was stays so when it is told', () => {
    const told = toProgress('a/b/c', NOTHING_KNOWN, 1000)
    expect(told).toMatchObject({ playedMsAgo: null, markedMsAgo: null })
    expect(fromProgress(told, 1000)).toEqual(NOTHING_KNOWN)
    expect(fromProgress({ ...told, playedMsAgo: 10, markedMsAgo: 20 }, 1000)).toMatchObject({
      playedAt: 990,
      markedAt: 980,
    })
  })
})

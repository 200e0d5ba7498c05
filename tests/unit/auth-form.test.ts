import { describe, expect, test } from 'vitest'
import { destination } from '#src/shared/next-path.ts'

describe('after signing in a member goes', () => {
  test.each([
    ['home when nothing was asked for', '', '', '/'],
    ['to the page asked for', '?next=%2Fleaderboard', '', '/leaderboard'],
    ['to its query too', '?next=%2Fnetwork%3Ftab%3Dinvestors', '', '/network?tab=investors'],
    [
      'to its fragment, which the browser kept',
      '?next=%2Fvideo-playlist',
      '#Sales-101',
      '/video-playlist#Sales-101',
    ],
    ['to the fragment `next` names itself', '?next=%2Fvideo-playlist%23PR', '#Sales', '/video-playlist#PR'],
    ['home when a fragment came alone', '', '#Sales-101', '/'],
    ['home instead of another site', '?next=%2F%2Fevil.example', '', '/'],
    ['home instead of another site behind a fragment', '?next=%5C%5Cevil.example', '#x', '/'],
    ['home instead of back to signing in', '?next=%2Fauth', '', '/'],
  ])('%s', (_, search, hash, expected) => {
    expect(destination({ search, hash })).toBe(expected)
  })
})

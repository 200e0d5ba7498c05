import { expect, test } from 'vitest'
import { fragmentKey, readHash, toFragment, writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime, parseClockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoSchema } from '#src/schemas/playlist.ts'
import { formatGroupSummary, watchUrl } from '#src/shared/playlist/view.ts'

test.each([
  ['Customer Discovery: Finding Your First Ten', 'Customer-Discovery-Finding-Your-First-Ten'],
  ['PR & SEO', 'PR-SEO'],
  ['What’s next?', 'Whats-next'],
  ['  Two   spaces\t and a tab ', 'Two-spaces-and-a-tab'],
  ['Go-to-market (part 2/2)', 'Go-to-market-part-22'],
  ['Kaʻū to Kala\u0304kaua', 'Kaʻū-to-Kalākaua'],
  ['創業 🌺 101', '創業-101'],
  ['???', ''],
])('the title “%s” has the address #%s', (title, fragment) => {
  expect(toFragment(title)).toBe(fragment)
})

test.each([
  ['Kalākaua', 'Kalakaua'],
  ['Kaʻū', "Ka'u"],
  ['PR-SEO', 'pr--seo'],
  ['Go-to-market', 'Gotomarket'],
])('%s and %s lead to one video', (one, other) => {
  expect(fragmentKey(one)).toBe(fragmentKey(other))
})

test.each([
  ['#Sales-for-Founders', 'Sales-for-Founders', null],
  ['#Sales&t=754', 'Sales', 754],
  ['#Sales&t=12m34s', 'Sales', 754],
  ['#Sales&t=1h2m3s', 'Sales', 3723],
  ['#Sales&x=5&t=7', 'Sales', 7],
  ['#Sales&t=123h', 'Sales', null],
  ['#Sales&t=-5', 'Sales', null],
  ['#Sales&t=', 'Sales', null],
  ['#Building-in-Hawai%CA%BBi', 'Building-in-Hawaiʻi', null],
  ['#%E0%A4%A', '%E0%A4%A', null],
])('%s is the video %s at second %s', (hash, fragment, seconds) => {
  expect(readHash(hash)).toEqual({ fragment, seconds })
})

test.each(['#', '', '#&t=3'])('“%s” isn’t the address of a video', (hash) => {
  expect(readHash(hash)).toBeNull()
})

test('writeHash is the reverse of readHash', () => {
  const moment = { fragment: 'Building-in-Hawaiʻi', seconds: 12.9 }
  expect(writeHash(moment)).toBe('#Building-in-Hawai%CA%BBi&t=12')
  expect(readHash(writeHash({ ...moment, seconds: null }))).toEqual({ ...moment, seconds: null })
})

test.each([
  [0, '0:00', '0 seconds'],
  [59.9, '0:59', '59 seconds'],
  [754, '12:34', '12 minutes 34 seconds'],
  [3661, '1:01:01', '1 hour 1 minute 1 second'],
])('%d seconds are shown as %s, said as “%s”', (seconds, shown, said) => {
  expect([clockTime(seconds), spokenTime(seconds)]).toEqual([shown, said])
  expect(parseClockTime(shown)).toBe(Math.floor(seconds))
})

test.each([
  [{ count: 1, minutes: 0 }, '1 video'],
  [{ count: 3, minutes: 59 }, '3 videos · 59 min'],
  [{ count: 2, minutes: 94 }, '2 videos · 1 h 34 min'],
])('%j is summed up as “%s”', (amount, words) => {
  expect(formatGroupSummary(amount)).toBe(words)
})

test.each([
  ' aaaaaaaaa-_\n',
  'https://www.youtube.com/watch?v=aaaaaaaaa-_&t=10s&list=PLx',
  'https://www.youtube.com/shorts/aaaaaaaaa-_?si=share',
])('%s is a video on YouTube', (address) => {
  expect(videoSchema.shape.videoId.parse(address)).toBe('aaaaaaaaa-_')
  expect(watchUrl({ videoId: 'aaaaaaaaa-_' })).toBe('https://www.youtube.com/watch?v=aaaaaaaaa-_')
})

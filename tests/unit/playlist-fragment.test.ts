import { describe, expect, test } from 'vitest'
import { foldText, fragmentKey, readHash, toFragment, writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime, secondsOfClock, spokenTime } from '#src/shared/playlist/times.ts'
import { youtubeId } from '#src/shared/playlist/view.ts'

test.each([
  ['Mentor Orientation', 'Mentor-Orientation'],
  ['Customer Discovery: Finding Your First Ten', 'Customer-Discovery-Finding-Your-First-Ten'],
  ['PR & SEO', 'PR-SEO'],
  ['What’s next?', 'Whats-next'],
  ['  Two   spaces\t and a tab ', 'Two-spaces-and-a-tab'],
  ['Go-to-market', 'Go-to-market'],
  ['Week 3 (part 2/2)', 'Week-3-part-22'],
  ['Kaʻū to Kalākaua', 'Kaʻū-to-Kalākaua'],
  ['ʻŌhiʻa', 'ʻŌhiʻa'],
  ['Kala\u0304kaua', 'Kalākaua'],
  ['創業 101', '創業-101'],
  ['Sales 🌺 live', 'Sales-live'],
  ['???', ''],
])(
  'the fragment of “%s” is its title without punctuation, spaces turned into hyphens: %s',
  (title, fragment) => {
    expect(toFragment(title)).toBe(fragment)
  },
)

test.each([
  ['Kalākaua', 'Kalakaua'],
  ['Kaʻū', "Ka'u"],
  ['PR-SEO', 'pr--seo'],
  ['Go-to-market', 'Gotomarket'],
])('%s and %s read alike, so they lead to one video', (one, other) => {
  expect(fragmentKey(one)).toBe(fragmentKey(other))
})

test('search folds accents, ʻokina and case, and nothing else', () => {
  expect(foldText('Kalākaua Kaʻū ŌHIʻA 創業')).toBe('kalakaua kau ohia 創業')
})

describe('the address of a moment', () => {
  test.each([
    ['#Sales-for-Founders', { fragment: 'Sales-for-Founders', seconds: null }],
    ['#Sales-for-Founders&t=754', { fragment: 'Sales-for-Founders', seconds: 754 }],
    ['#Sales&t=12m34s', { fragment: 'Sales', seconds: 754 }],
    ['#Sales&t=1h2m3s', { fragment: 'Sales', seconds: 3723 }],
    ['#Sales&t=-5', { fragment: 'Sales', seconds: null }],
    ['#Sales&t=abc', { fragment: 'Sales', seconds: null }],
    ['#Sales&t=', { fragment: 'Sales', seconds: null }],
    ['#Building-in-Hawai%CA%BBi', { fragment: 'Building-in-Hawaiʻi', seconds: null }],
    ['#%E0%A4%A', { fragment: '%E0%A4%A', seconds: null }],
    ['#', null],
    ['', null],
    ['#&t=3', null],
  ])('%s is read', (hash, moment) => {
    expect(readHash(hash)).toEqual(moment)
  })

  test.each([
    [{ fragment: 'Building-in-Hawaiʻi', seconds: 12.9 }, '#Building-in-Hawai%CA%BBi&t=12'],
    [{ fragment: 'Sales', seconds: null }, '#Sales'],
  ])('%o is written and read back', (moment, hash) => {
    expect(writeHash(moment)).toBe(hash)
    expect(readHash(hash)?.fragment).toBe(moment.fragment)
  })
})

test.each([
  [0, '0:00', '0 seconds'],
  [59.9, '0:59', '59 seconds'],
  [754, '12:34', '12 minutes 34 seconds'],
  [3661, '1:01:01', '1 hour 1 minute 1 second'],
])('%d seconds are shown as %s and said as “%s”', (seconds, shown, said) => {
  expect(clockTime(seconds)).toBe(shown)
  expect(spokenTime(seconds)).toBe(said)
})

test('a duration is written as it is shown', () => {
  expect(['4:10', '61:44', '1:24:10'].map(secondsOfClock)).toEqual([250, 3704, 5050])
})

describe('a video on YouTube', () => {
  test.each([
    'aaaaaaaaa-_',
    ' aaaaaaaaa-_\n',
    'https://music.youtube.com/v/aaaaaaaaa-_',
    'https://www.youtube.com/watch?v=aaaaaaaaa-_&t=10s&list=PLx',
    'https://youtu.be/aaaaaaaaa-_?si=share',
    'http://m.youtube.com/watch?feature=x&v=aaaaaaaaa-_',
    'https://www.youtube.com/live/aaaaaaaaa-_?feature=share',
    'https://www.youtube.com/shorts/aaaaaaaaa-_',
    'https://www.youtube-nocookie.com/embed/aaaaaaaaa-_?start=3',
  ])('%s', (address) => {
    expect(youtubeId(address)).toBe('aaaaaaaaa-_')
  })

  test.each([
    '',
    'aaaaaaaaaa',
    'aaaaaaaaaaaa',
    'https://youtu.be/',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?list=PLaaaaaaaaa',
    'https://www.youtube.com/embed',
    'https://www.youtube.com/other/aaaaaaaaaaa',
    'https://youm.tube.com/watch?v=aaaaaaaaaaa',
    'https://vimeo.com/123456789',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/playlist?list=PLaaaaaaaaa',
    'https://youtube.com.evil.example/watch?v=aaaaaaaaaaa',
    'javascript:aaaaaaaaaaa',
  ])('“%s” is none', (address) => {
    expect(youtubeId(address)).toBeNull()
  })
})

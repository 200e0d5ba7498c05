import { describe, expect, test } from 'vitest'
import { findResults, createNameIndex, toTranscriptLines } from '#src/islands/search/search.ts'
import type { SearchEntry, TranscriptsFile } from '#src/shared/search.ts'

const entry = (title: string, rest: Partial<SearchEntry> = {}): SearchEntry => ({
  group: 'Pages',
  title,
  text: '',
  context: '',
  also: '',
  href: `/${title}`,
  ...rest,
})
const video = (title: string, rest: Partial<SearchEntry> = {}) =>
  entry(title, { group: 'Videos', href: `/video-playlist#${title}`, ...rest })
const spoken = (fragment: string, ...lines: string[]): TranscriptsFile[number] => ({
  title: fragment,
  fragment,
  cues: lines.map((text, at) => [at * 5, text]),
})

const names = createNameIndex([
  entry('Leaderboard', { text: 'Fractions of a point.' }),
  entry('Kaʻū Founders', { context: 'Network' }),
  entry('Request a mentor'),
  entry('Mentors'),
  entry('Mentor talk', { group: 'Events', also: 'Online' }),
  video('Kalākaua’s voyage', { text: 'Around the world.', also: 'Noelani Reyes' }),
  video('Fundraising: Terms', { text: 'Notes, caps, and Kaʻū.', context: 'Cohort 2 · Week 1' }),
  video('Notes on fundraising', { text: 'Terms.' }),
  video('Ask Lokelani', { group: 'Notes' }),
  entry('株式会社潮 Labs', { group: 'Channels' }),
])
const lines = toTranscriptLines([
  spoken('A', 'Ask for ten calls', 'Sales calls begin with a question'),
  spoken('B', 'The roses of Lokelani street', 'Ask for ten calls'),
  spoken(
    'C',
    '今日はピッチの話をします',
    '最初の一分が大事です',
    'สวัสดีทุกคน',
    '오늘은 발표를 합니다',
    'ガイドを読む',
  ),
])

describe('a search', () => {
  test.each([
    ['lead', ['Leaderboard']],
    ['mentor', ['Mentors', 'Request a mentor', 'Mentor talk']],
    ['kau', ['Kaʻū Founders', 'Fundraising: Terms']],
    ['reyes', ['Kalākaua’s voyage']],
    ['fundrasing', ['Fundraising: Terms', 'Notes on fundraising']],
    ['sales cal', ['Sales calls begin with a question']],
    ['lokelani', ['Ask Lokelani', 'The roses of Lokelani street']],
    ['...', []],
    ['ピッチ', ['今日はピッチの話をします']],
    ['一分', ['最初の一分が大事です']],
    ['潮', ['株式会社潮 Labs']],
    ['会社 潮 lab', ['株式会社潮 Labs']],
    ['ทุกคน', ['สวัสดีทุกคน']],
    ['표', ['오늘은 발표를 합니다']],
    ['カイド', []],
    ['ake', []],
  ])('for “%s” finds %j', (query, titles) => {
    expect(hitsOf(query).map(({ title }) => title)).toEqual(titles)
  })

  test('has the group of the best match first', () => {
    const groupsOf = (query: string) => [...new Set(hitsOf(query).map(({ group }) => group))]
    expect(groupsOf('notes')).toEqual(['Videos'])
    expect(groupsOf('mentor')).toEqual(['Pages', 'Events'])
    expect(groupsOf('kau')).toEqual(['Pages', 'Videos'])
    expect(groupsOf('lokelani')).toEqual(['Notes', 'Said in a video'])
    expect(hitsOf('sales')[0]?.href).toBe('/video-playlist#A&t=5')
  })

  test('offers the menu’s pages before anything is typed', () => {
    const first = hitsOf('').map(({ title, group }) => `${group}: ${title}`)
    expect(first).toEqual(['Pages: Leaderboard', 'Pages: Request a mentor', 'Pages: Mentors'])
  })
})

function hitsOf(query: string) {
  return findResults({ names, lines, currentPath: '/' }, query).flatMap(({ results }) => results)
}

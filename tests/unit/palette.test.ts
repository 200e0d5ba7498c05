import { describe, expect, test } from 'vitest'
import { findIn, indexNames, readLines, type Hit } from '#src/islands/palette/search.ts'
import type { Entry, SpokenFile } from '#src/shared/search.ts'

const entry = (title: string, rest: Partial<Entry> = {}): Entry => ({
  group: 'Pages',
  title,
  text: '',
  context: '',
  also: '',
  href: `/${title}`,
  ...rest,
})
const video = (title: string, rest: Partial<Entry> = {}) =>
  entry(title, { group: 'Videos', href: `/video-playlist#${title}`, ...rest })
const spoken = (fragment: string, ...lines: string[]): SpokenFile[number] => ({
  title: fragment,
  fragment,
  cues: lines.map((text, at) => [at * 5, text]),
})

const names = indexNames([
  entry('Leaderboard', { text: 'Fractions of a point.' }),
  entry('Kaʻū Founders', { context: 'Network' }),
  entry('Request a mentor'),
  entry('Mentors'),
  video('Kalākaua’s voyage', { text: 'Around the world.', also: 'Noelani Reyes' }),
  video('Fundraising: Terms', { text: 'Notes, caps, and Kaʻū.', context: 'Cohort 2 · Week 1' }),
  video('Notes on fundraising', { text: 'Terms.' }),
  video('Ask Lokelani', { group: 'Notes' }),
])
const lines = readLines([
  spoken('A', 'Ask for ten calls', 'Sales calls begin with a question'),
  spoken('B', 'The roses of Lokelani street', 'Ask for ten calls'),
])

describe('a search', () => {
  test.each([
    ['lead', ['Leaderboard']],
    ['mentor', ['Mentors', 'Request a mentor']],
    ['kau', ['Kaʻū Founders', 'Fundraising: Terms']],
    ['reyes', ['Kalākaua’s voyage']],
    ['fundrasing', ['Fundraising: Terms', 'Notes on fundraising']],
    ['sales cal', ['Sales calls begin with a question']],
    ['lokelani', ['Ask Lokelani', 'The roses of Lokelani street']],
    ['...', []],
  ])('for “%s” finds %j, without accents, by beginnings, forgiving typos', (query, titles) => {
    expect(hitsOf(query).map(({ title }) => title)).toEqual(titles)
  })

  test('says why a result matched where its title does not', () => {
    const whyOf = (query: string) => hitsOf(query)[0]?.why
    expect(whyOf('leaderboard')).toBe('')
    expect(whyOf('reyes')).toBe('Noelani Reyes')
    expect(whyOf('caps')).toBe('Notes, caps, and Kaʻū.')
    expect(hitsOf('sales')[0]?.href).toBe('/video-playlist#A&t=5')
  })

  test('offers the menu’s pages first, and on the playlist videos only', () => {
    const first = (onlyVideos: boolean) =>
      hitsOf('', onlyVideos).map(({ title, group }) => `${group}: ${title}`)
    expect(first(false)).toEqual(['Pages: Leaderboard', 'Pages: Request a mentor', 'Pages: Mentors'])
    expect(first(true)).toHaveLength(3)
    expect(hitsOf('ask for ten', true)).toHaveLength(2)
  })

  test('of videos only offers no note about one', () => {
    const found = (onlyVideos: boolean) => hitsOf('lokelani', onlyVideos).map(({ group }) => group)
    expect(found(false)).toEqual(['Notes', 'Said in a video'])
    expect(found(true)).toEqual(['Said in a video'])
  })
})

function hitsOf(query: string, onlyVideos = false): Hit[] {
  const groups = findIn({ names, lines, here: '/' }, { query, onlyVideos })
  return groups.flatMap(({ hits }) => hits)
}

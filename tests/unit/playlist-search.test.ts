import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { prefixFrom, searchOptions, type SearchDocument } from '#src/shared/playlist/search.ts'

const titles: Omit<SearchDocument, 'id' | 'week' | 'seconds'>[] = [
  {
    fragment: 'A',
    title: 'Kalākaua’s voyage',
    text: 'Around the world and home.',
    speakers: 'Noelani Reyes',
  },
  { fragment: 'B', title: 'PR on No Budget', text: 'What makes a story.', speakers: 'Ana Whitfield' },
  { fragment: 'C', title: 'Fundraising: Terms', text: 'Notes, caps, and Kaʻū.', speakers: 'Grace Lindqvist' },
  { fragment: 'D', title: 'Notes on fundraising', text: 'Terms.', speakers: 'Ben Adeyemi' },
]

test.each([
  ['kalakaua', ['A']],
  ['KALĀKAUA', ['A']],
  ['kalakauas', ['A']],
  ['kau', ['C']],
  ['ka‘ū', ['C']],
  ['fundr', ['C', 'D']],
  ['fundrasing', ['C', 'D']],
  ['pr', ['B']],
  ['whitfield story', ['B']],
  ['whitfield caps', []],
  ['...', []],
])('“%s” finds %j, without accents, by beginnings, in spite of a slip', (query, fragments) => {
  const index = new MiniSearch<SearchDocument>(searchOptions('titles'))
  index.addAll(titles.map((entry, id) => ({ ...entry, id, week: '', seconds: null })))
  const found = index.search(query, { prefix: prefixFrom(index.documentCount) })
  expect(found.map((hit) => (hit as unknown as SearchDocument).fragment).sort()).toEqual(fragments)
})

test('a beginning of two letters waits for a third where thousands would share it', () => {
  expect([prefixFrom(35)('ka'), prefixFrom(10_000)('ka'), prefixFrom(10_000)('kal')]).toEqual([
    true,
    false,
    true,
  ])
})

import MiniSearch from 'minisearch'
import { describe, expect, test } from 'vitest'
import { searchIndex, searchParts, type Entry } from '#src/components/playlist/search-index.ts'
import { PlaylistSearch } from '#src/islands/playlist/search-index.ts'
import type { Cohort, Video } from '#src/shared/playlist/model.ts'
import { searchOptions } from '#src/shared/playlist/search.ts'

const titles: Entry[] = [
  {
    fragment: 'A',
    title: 'Kalākaua’s voyage',
    text: 'Around the world and home.',
    speakers: 'Noelani Reyes',
    week: '',
    seconds: null,
  },
  {
    fragment: 'B',
    title: 'PR on No Budget',
    text: 'What makes a story.',
    speakers: 'Ana Whitfield',
    week: '',
    seconds: null,
  },
  {
    fragment: 'C',
    title: 'Fundraising: Terms',
    text: 'Notes, caps, and Kaʻū.',
    speakers: 'Grace Lindqvist',
    week: '',
    seconds: null,
  },
  {
    fragment: 'D',
    title: 'Notes on fundraising',
    text: 'Terms.',
    speakers: 'Ben Adeyemi',
    week: '',
    seconds: null,
  },
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
  const found = searchOver([titles]).find(query)
  expect(found.videos.map(({ fragment }) => fragment).sort()).toEqual(fragments)
})

test('what is written right is not mixed with what is written nearly so', () => {
  const search = searchOver([[entry('A', 'Pricing'), entry('B', 'Princing')]])
  expect(search.find('pricing').videos.map(({ fragment }) => fragment)).toEqual(['A'])
  expect(search.find('prycing').videos.map(({ fragment }) => fragment)).toContain('A')
})

test('only the last word may be just begun, unless nothing is found so', () => {
  const search = searchOver([[entry('A', 'Sales Calls'), entry('B', 'Kalākaua Calls')]])
  expect(search.find('sales cal').videos.map(({ fragment }) => fragment)).toEqual(['A'])
  expect(search.find('kala cal').videos.map(({ fragment }) => fragment)).toEqual(['B'])
})

test.each([
  ['kalakaua', [null]],
  ['reyes', ['Noelani Reyes']],
  ['kau', ['Notes, caps, and Kaʻū.']],
  ['story whitfield', ['What makes a story.']],
  ['fundraising notes', ['Notes, caps, and Kaʻū.', null]],
])('“%s” says why each video was found, where its title does not: %j', (query, reasons) => {
  const found = searchOver([titles]).find(query).videos
  const inOrder = found.toSorted((a, b) => a.fragment.localeCompare(b.fragment))
  expect(inOrder.map(({ reason }) => reason)).toEqual(reasons)
})

test('of a long description a hit shows the words around what was found', () => {
  const words = Array.from({ length: 40 }, (_, n) => `word${n}`)
  const text = [...words.slice(0, 20), 'price,', ...words.slice(20)].join(' ')
  const [hit] = searchOver([[{ ...entry('A', 'Sales'), text }]]).find('price').videos
  expect(hit?.reason).toBe(
    '… word16 word17 word18 word19 price, word20 word21 word22 word23 word24 word25 word26 …',
  )
})

test('with plenty of hits in newer parts, older ones are not asked, and it says so', () => {
  const newest = Array.from({ length: 150 }, (_, n) => entry(`New-${n}`, `Session ${n}`))
  const search = searchOver([newest, [entry('Old', 'Session of old')], [entry('Older', 'Session')]])
  const { videos, total, isMore } = search.find('session')
  expect([videos.length, total, isMore]).toEqual([12, 150, true])
  expect(search.find('session old').videos.map(({ fragment }) => fragment)).toEqual(['Old'])
  expect(search.find('session old').isMore).toBe(false)
})

test('a beginning of two letters waits for a third where thousands would share it', () => {
  const many = Array.from({ length: 1001 }, (_, n) => entry(`M-${n}`, `Kalo ${n}`))
  expect(searchOver([titles]).find('ka').total).toBe(2)
  expect(searchOver([many]).find('ka').total).toBe(0)
  expect(searchOver([many]).find('kal').total).toBe(1001)
})

describe('the parts of an index', () => {
  test('hold every video of a cohort once, in their order, 80 at most', () => {
    const cohort = cohortOf(Array.from({ length: 2100 }, (_, n) => videoOf(n, 0)))
    const parts = searchParts(cohort, 'titles')
    expect(parts.map(({ length }) => length)).toEqual([...Array<number>(26).fill(80), 20])
    expect(parts.flat().map(({ title }) => title)).toEqual(
      Array.from({ length: 2100 }, (_, n) => `Talk ${n}`),
    )
  })

  test('keep the lines of a video together, and there are none where nothing is transcribed', () => {
    const cohort = cohortOf([
      videoOf(0, 0),
      videoOf(1, 250),
      videoOf(2, 250),
      videoOf(3, 150),
      videoOf(4, 900),
    ])
    const parts = searchParts(cohort, 'spoken')
    expect(parts.map((lines) => new Set(lines.map(({ fragment }) => fragment)))).toEqual([
      new Set(['Talk-1']),
      new Set(['Talk-2', 'Talk-3']),
      new Set(['Talk-4']),
    ])
    expect(searchParts(cohortOf([videoOf(0, 0)]), 'spoken')).toEqual([])
  })
})

function searchOver(parts: Entry[][]): PlaylistSearch {
  const search = new PlaylistSearch()
  for (const entries of parts) {
    // As it travels: what was made ahead is what is asked.
    const text = JSON.stringify(searchIndex(entries, 'titles'))
    search.add('titles', MiniSearch.loadJSON(text, searchOptions('titles')))
  }
  return search
}

function entry(fragment: string, title: string): Entry {
  return { fragment, title, week: '', text: '', speakers: '', seconds: null }
}

function cohortOf(videos: Video[]): Cohort {
  return {
    path: 'cohort-1',
    title: 'Cohort 1',
    weeks: [{ path: 'cohort-1/week-1', title: 'Week 1', videos }],
  }
}

function videoOf(number: number, lines: number): Video {
  return {
    path: `cohort-1/week-1/talk-${number}`,
    title: `Talk ${number}`,
    fragment: `Talk-${number}`,
    aliases: [],
    videoId: 'aaaaaaaaaaa',
    speakers: [],
    published: null,
    date: null,
    durationSeconds: null,
    description: '',
    text: '',
    cues: Array.from({ length: lines }, (_, n) => ({ seconds: n, speaker: null, text: `Line ${n}` })),
  }
}

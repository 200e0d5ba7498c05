import { describe, expect, test } from 'vitest'
import { searchMap } from '#src/components/playlist/search-words.ts'
import { WordFinder } from '#src/islands/playlist/search-words.ts'
import type { Cohort, Video } from '#src/shared/playlist/model.ts'
import { packNumbers, unpackNumbers } from '#src/shared/playlist/search.ts'

test('numbers that ascend are packed and come back', () => {
  for (const numbers of [[], [0], [3, 5, 45, 9999]])
    expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers)
})

test('a small playlist has no files of words: all of it is fetched', () => {
  const { map, words } = searchMap([cohortOf(1, 200)])
  expect([words, map.words]).toEqual([[], []])
  expect(map.cohorts[0]?.titles).toEqual([
    [80, 80],
    [80, 160],
    [40, 200],
  ])
})

describe('in a large playlist', () => {
  const cohorts = [cohortOf(2, 600), cohortOf(1, 600)]
  const { map, words } = searchMap(cohorts)
  const parts = map.cohorts.flatMap(({ cohort, ...kinds }) =>
    (['titles', 'spoken'] as const).flatMap((kind) =>
      kinds[kind].map(([entries, until], part) => ({ cohort, kind, part, entries, until })),
    ),
  )
  const asked: number[] = []
  const finder = new WordFinder(parts, map.words, (file) => {
    asked.push(file)
    return Promise.resolve(words[file] ?? null)
  })
  const found = async (query: string) =>
    (await finder.partsFor(query)).map(({ cohort, kind, part }) => `${cohort} ${kind} ${part}`)

  test.each([
    ['talk1x7', ['cohort-1 titles 0']],
    ['talk1x599', ['cohort-1 titles 7']],
    ['tälk2x130', ['cohort-2 titles 1']],
    ['talk2x13', ['cohort-2 titles 0', 'cohort-2 titles 1']],
    ['said2x300 kalo', ['cohort-2 spoken 0']],
    ['talk1x7 talk1x599', []],
    ['quuxquux', []],
    ['ka', []],
  ])('“%s” needs %j', async (query, expected) => {
    const needed = await found(query)
    expect(needed).toEqual(expected)
  })

  test('a word that is everywhere, here misspelt, needs all, the newest first', async () => {
    const needed = await found('evrywhere')
    expect(needed.filter((part) => part.includes('titles'))).toHaveLength(16)
    expect(needed[0]).toBe('cohort-2 titles 0')
  })

  test('a file of words is fetched once', async () => {
    await found('talk1x7')
    expect(new Set(asked).size).toBe(asked.length)
  })
})

function cohortOf(number: number, videos: number): Cohort {
  const path = `cohort-${number}`
  const all = Array.from({ length: videos }, (_, at) => videoOf(`${number}x${at}`, at === 300))
  return { path, title: path, weeks: [{ path: `${path}/week`, title: 'Week', videos: all }] }
}

function videoOf(name: string, isSpoken: boolean): Video {
  return {
    path: `cohort/week/${name}`,
    title: `Talk${name} everywhere`,
    fragment: name,
    aliases: [],
    videoId: 'aaaaaaaaaaa',
    speakers: [],
    date: null,
    published: null,
    durationSeconds: null,
    description: '',
    text: '',
    cues: isSpoken ? [{ seconds: 1, speaker: null, text: `Said${name} kalo` }] : [],
  }
}

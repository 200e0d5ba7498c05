import type { Cohort, Video } from '#src/shared/playlist/model.ts'
import {
  packNumbers,
  termsOf,
  type SearchKind,
  type SearchMap,
  type SearchPart,
  type SearchWords,
} from '#src/shared/playlist/search.ts'
import { searchParts } from './search-index.ts'

/** So many parts are fetched without asking where a word is. */
const FEW_PARTS = 4

/** A word in more videos than these is in the newest, too. */
const COMMON_FROM = 500

/** Characters of one file of words: some 5 kB on their way. */
const CHARACTERS_A_FILE = 10_000

/** What there is, and the files of words that it speaks of. */
export function searchMap(cohorts: Cohort[]): { map: SearchMap; words: SearchWords[] } {
  let first = 0
  const listed = cohorts.map((cohort) => {
    const partsOf = (kind: SearchKind) => partsFrom(cohort, kind, first)
    const parts = { cohort: cohort.path, titles: partsOf('titles'), spoken: partsOf('spoken') }
    first += videosOf(cohort).length
    return parts
  })
  const count = listed.reduce((sum, { titles, spoken }) => sum + titles.length + spoken.length, 0)
  const words = count > FEW_PARTS ? wordFiles(cohorts.flatMap(videosOf)) : []
  return {
    map: { cohorts: listed, words: words.map(([first]) => first?.[0] ?? '') },
    words: words.map((entries) => Object.fromEntries(entries)),
  }
}

function partsFrom(cohort: Cohort, kind: SearchKind, first: number): SearchPart[] {
  const numbers = new Map(videosOf(cohort).map(({ fragment }, at) => [fragment, first + at]))
  return searchParts(cohort, kind).map((entries) => [
    entries.length,
    (numbers.get(entries.at(-1)?.fragment ?? '') ?? first) + 1,
  ])
}

/** Every word with its videos, in the order of the alphabet, cut into files of one size. */
function wordFiles(videos: readonly Video[]): [string, SearchWords[string]][][] {
  const places = new Map<string, Record<SearchKind, number[]>>()
  const note = (kind: SearchKind, text: string, video: number) => {
    for (const word of new Set(termsOf(text))) {
      const known = places.get(word) ?? { titles: [], spoken: [] }
      known[kind].push(video)
      places.set(word, known)
    }
  }
  for (const [number, { title, text, speakers, cues }] of videos.entries()) {
    note('titles', [title, text, ...speakers].join(' '), number)
    note('spoken', cues.map((cue) => cue.text).join(' '), number)
  }

  const files: [string, SearchWords[string]][][] = []
  let room = 0
  for (const [word, { titles, spoken }] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const entry = { titles: packed(titles), spoken: packed(spoken) }
    if (room <= 0) files.push([])
    if (room <= 0) room = CHARACTERS_A_FILE
    room -= JSON.stringify([word, entry]).length
    files.at(-1)?.push([word, entry])
  }
  return files
}

function videosOf({ weeks }: Cohort): Video[] {
  return weeks.flatMap(({ videos }) => videos)
}

function packed(videos: readonly number[]): string | null {
  return videos.length > COMMON_FROM ? null : packNumbers(videos)
}

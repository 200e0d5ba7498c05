import MiniSearch from 'minisearch'
import {
  readingOf,
  termsOf,
  unpackNumbers,
  type Reading,
  type SearchKind,
  type SearchWords,
} from '#src/shared/playlist/search.ts'
import { fetchJson } from './fetch-json.ts'
import type { Part } from './search-index.ts'

/**
 * Says which parts hold what a query asks for, so that nobody has to fetch them all: files of words name the videos.
 * It may name a part in vain, as every word alone is looked up.
 */
export class WordFinder {
  readonly #parts: readonly Part[]
  readonly #firstWords: readonly string[]
  readonly #fetch: (file: number) => Promise<SearchWords | null>
  readonly #files = new Map<number, Promise<Vocabulary | null>>()

  /** @param firstWords of each file, in their order. */
  constructor(parts: readonly Part[], firstWords: readonly string[], fetch = fetchWords) {
    this.#parts = parts
    this.#firstWords = firstWords
    this.#fetch = fetch
  }

  /** In their order, titles before lines: all of a kind where its words are everywhere, none for a letter or two. */
  async partsFor(query: string): Promise<Part[]> {
    const terms = termsOf(query).filter((term) => term.length >= TELLING_LETTERS)
    if (terms.length === 0) return []
    const found = await Promise.all(terms.map((term) => this.#entriesFor(term)))
    return (['titles', 'spoken'] as const).flatMap((kind) => {
      const parts = this.#parts.filter((part) => part.kind === kind)
      const videos = found.flatMap((entries) => videosOf(entries, kind) ?? [])
      const [first, ...others] = videos
      if (!first) return parts
      const both = others.reduce((all, more) => all.intersection(more), first)
      return parts.filter(({ until }, at) => {
        const from = parts[at - 1]?.until ?? 0
        return [...both].some((video) => video >= from && video < until)
      })
    })
  }

  /** The words that a term begins, or else those that are like it. null where it says too little. */
  async #entriesFor(term: string): Promise<Entry[] | null> {
    const from = this.#firstWords.findLastIndex((word) => word <= term)
    const to = this.#firstWords.findLastIndex((word) => word <= `${term}\uffff`)
    if (to - from >= FILES_A_TERM) return null
    const numbers = [Math.max(0, from), to].filter((number, at, all) => all.indexOf(number) === at)
    const files = await Promise.all(numbers.map((number) => this.#file(number)))
    const read = (reading: Reading) =>
      files.flatMap((file) => file?.search(term, readingOf(reading, 0)) ?? [])
    const exact = read('exact')
    return (exact.length > 0 ? exact : read('kind')) as unknown as Entry[]
  }

  #file(number: number): Promise<Vocabulary | null> {
    const known = this.#files.get(number)
    if (known) return known
    const coming = this.#fetch(number).then((words) => words && vocabularyOf(words))
    this.#files.set(number, coming)
    return coming
  }
}

/** A beginning of two letters is shared by too many words. */
const TELLING_LETTERS = 3

/** A term that begins the words of more files than these is no term to find anything by. */
const FILES_A_TERM = 2

function fetchWords(file: number): Promise<SearchWords | null> {
  return fetchJson(`words-${file}`)
}

type Entry = { id: string } & SearchWords[string]
type Vocabulary = MiniSearch<Entry>

async function vocabularyOf(words: SearchWords): Promise<Vocabulary> {
  const vocabulary = new MiniSearch<Entry>({ fields: ['id'], storeFields: ['titles', 'spoken'] })
  await vocabulary.addAllAsync(Object.entries(words).map(([id, videos]) => ({ id, ...videos })))
  return vocabulary
}

/** null where one of the words is everywhere. */
function videosOf(entries: readonly Entry[] | null, kind: SearchKind): Set<number> | null {
  const lists = entries?.map((entry) => entry[kind]) ?? [null]
  if (lists.includes(null)) return null
  return new Set(lists.flatMap((list) => unpackNumbers(list ?? '')))
}

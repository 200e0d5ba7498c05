import { foldText } from './fragment.ts'

/** How words are compared: the same when an index is made and when it is asked. */
export function searchOptions(kind: SearchKind) {
  return { ...comparison, ...fieldsOf[kind] }
}

const fieldsOf: Record<SearchKind, { fields: string[]; storeFields: string[] }> = {
  titles: {
    fields: ['title', 'text', 'speakers'],
    storeFields: ['title', 'week', 'fragment', 'text', 'speakers', 'seconds'],
  },
  // A line carries its video's title to be shown, not to be searched: that is with the titles.
  spoken: { fields: ['text'], storeFields: ['title', 'fragment', 'text', 'seconds'] },
}

export const comparison = {
  processTerm: (term: string) => foldText(term) || null,
  tokenize: wordsIn,
  searchOptions: { boost: { title: 4, speakers: 2, also: 2 }, combineWith: 'AND' },
} as const

/** The words of a text as an index holds them. */
export function termsOf(text: string): string[] {
  return wordsIn(text).flatMap((word) => comparison.processTerm(word) ?? [])
}

/** Transcripts are large, and full of every letter: one or two neither fetch them nor ask them. */
export const SPOKEN_FROM = 3

export type Reading = 'exact' | 'kind'

/**
 * `exact`: every word is there, the last one perhaps just begun. `kind`: any may be begun or misspelt; asked when
 * nothing is found otherwise, because it takes longer and finds more than was meant.
 *
 * @param documents in all indexes together.
 */
export function readingOf(reading: Reading, documents: number) {
  const letters = documents > MANY_DOCUMENTS ? 3 : documents > FEW_DOCUMENTS ? 2 : 1
  const isBeginning = (term: string) => term.length >= letters
  if (reading === 'kind')
    return { prefix: isBeginning, fuzzy: (term: string) => (term.length >= 5 ? 0.2 : false) }
  return {
    prefix: (term: string, index: number, terms: string[]) => index === terms.length - 1 && isBeginning(term),
    fuzzy: false,
  } as const
}

/** A beginning of two letters is shared by thousands of entries: in large indexes they wait for a third. */
const MANY_DOCUMENTS = 1000

/** Among so few, the first letter says something. */
const FEW_DOCUMENTS = 200

/** The words of a text, as they are written. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+/gu) ?? []
}

/** What an index holds: a video by its title and description, or one line that is said in it. */
export interface SearchDocument {
  id: number
  fragment: string
  title: string
  /** `Cohort 17 · Week 1`; not kept with a line. */
  week: string
  /** The description, or the line. */
  text: string
  speakers: string
  /** When the line is said. null for the video itself. */
  seconds: number | null
}

export type SearchKind = 'titles' | 'spoken'

/**
 * What there is to be fetched, all cohorts with the newest first. Videos are numbered in this order, from 0.
 */
export interface SearchMap {
  cohorts: ({ cohort: string } & Record<SearchKind, SearchPart[]>)[]
  /** The first word of each of the files that say where a word is; none where the parts are few. */
  words: string[]
}

/** How many entries a part of an index has, and the number of the video after its last. */
export type SearchPart = [entries: number, until: number]

/**
 * A file of words: the numbers of the videos that have each in title, description or speakers, and of those in which it
 * is said, as `packNumbers` writes them. null where it is in so many that it leads nowhere.
 */
export type SearchWords = Record<string, Record<SearchKind, string | null>>

/** `3, 5, 45` is `3 2 14`: how much larger each is than the one before, in base 36. They ascend. */
export function packNumbers(numbers: readonly number[]): string {
  return numbers.map((number, at) => (number - (numbers[at - 1] ?? 0)).toString(36)).join(' ')
}

export function unpackNumbers(packed: string): number[] {
  let last = 0
  return packed === '' ? [] : packed.split(' ').map((step) => (last += parseInt(step, 36)))
}

/** Where a part of an index lies. */
export function searchFile(kind: SearchKind, part: number): string {
  return `${kind}-${part}`
}

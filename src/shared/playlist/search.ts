import { foldText } from './fragment.ts'

/** How words are compared: the same when an index is made and when it is asked. */
export function searchOptions(kind: SearchKind) {
  return {
    ...comparison,
    fields: kind === 'titles' ? ['title', 'text', 'speakers'] : ['text'],
    storeFields:
      kind === 'titles'
        ? ['title', 'week', 'fragment', 'text', 'speakers', 'seconds']
        : // A line carries its video's title to be shown, not to be searched: that is with the titles.
          ['title', 'fragment', 'text', 'seconds'],
  }
}

const comparison = {
  processTerm: (term: string) => foldText(term) || null,
  tokenize: wordsIn,
  searchOptions: { boost: { title: 4, speakers: 2 }, combineWith: 'AND' },
} as const

/**
 * `exact`: every word is there, the last one perhaps just begun. `kind`: any may be begun or misspelt; asked when
 * nothing is found otherwise, because it takes longer and finds more than was meant.
 *
 * @param documents in all indexes together.
 */
export function readingOf(reading: 'exact' | 'kind', documents: number) {
  const letters = documents > MANY_DOCUMENTS ? 3 : 2
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

/** Which indexes there are: how many entries each part of a cohort's holds, the newest cohort first. */
export type SearchParts = ({ cohort: string } & Record<SearchKind, number[]>)[]

/** Where a part of an index lies. */
export function searchFile(kind: SearchKind, part: number): string {
  return `${kind}-${part}`
}

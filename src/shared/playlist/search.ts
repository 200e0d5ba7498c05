import { foldText } from './fragment.ts'

/**
 * How words are compared: the same when an index is made and when it is asked. Lines carry their video's title to be
 * shown, not to be searched: that is in the other file.
 */
export function searchOptions(file: SearchFile) {
  return {
    ...comparison,
    fields: file === 'titles' ? ['title', 'text', 'speakers'] : ['text'],
    storeFields:
      file === 'titles'
        ? ['title', 'week', 'fragment', 'text', 'seconds']
        : ['title', 'fragment', 'text', 'seconds'],
  }
}

const comparison = {
  processTerm: (term: string) => foldText(term) || null,
  tokenize: (text: string) => text.match(/[\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+/gu) ?? [],
  searchOptions: {
    fuzzy: (term: string) => (term.length >= 5 ? 0.2 : false),
    boost: { title: 4, speakers: 2 },
    combineWith: 'AND',
  },
} as const

/** A beginning of two letters is shared by thousands of entries: in a large index they wait for a third. */
export function prefixFrom(documents: number): (term: string) => boolean {
  const letters = documents > MANY_DOCUMENTS ? 3 : 2
  return (term) => term.length >= letters
}

const MANY_DOCUMENTS = 1000

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

/** The two files of every cohort: one small and first, one as large as what was transcribed. */
export const searchFiles = ['titles', 'spoken'] as const
export type SearchFile = (typeof searchFiles)[number]

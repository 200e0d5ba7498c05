import { foldText } from '#src/shared/playlist/fragment.ts'

/** How MiniSearch compares words: without case, accents and ʻokina. */
export const comparison = {
  processTerm: (term: string) => foldText(term) || null,
  tokenize: wordsIn,
  searchOptions: { boost: { title: 4, also: 2 }, combineWith: 'AND' },
} as const

export interface Reading {
  prefix: boolean | ((term: string, index: number, terms: string[]) => boolean)
  fuzzy: false | ((term: string) => number | boolean)
}

/** Every word is there, the last one perhaps just begun. */
export const EXACT: Reading = { prefix: (_, index, terms) => index === terms.length - 1, fuzzy: false }

/** Any may be begun or misspelt: it takes longer and finds more than was meant. */
export const SIMILAR: Reading = { prefix: true, fuzzy: (term) => (term.length >= 5 ? 0.2 : false) }

export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}\u02bb\u02bc\u2018\u2019']+/gu) ?? []
}

/** Whole words around the first of those that were found: about two lines of the list. */
export function excerpt(text: string, terms: readonly string[]): string {
  const words = text.split(/\s+/)
  const found = words.findIndex((word) => wordsIn(word).some((part) => terms.includes(foldText(part))))
  const from = Math.max(0, found - 4)
  const to = from + 12
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}

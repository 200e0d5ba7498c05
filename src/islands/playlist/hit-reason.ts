import { foldText } from '#src/shared/playlist/fragment.ts'
import { wordsIn } from '#src/shared/playlist/search.ts'

/**
 * What was found of a video outside its title: who speaks, or the description around the first word that was found.
 *
 * @returns null when the title holds everything that was found.
 */
export function reasonOf({ match, text, speakers }: Found): string | null {
  const elsewhere = Object.keys(match).filter((term) => !match[term]?.includes('title'))
  if (elsewhere.length === 0) return null
  const isInText = elsewhere.some((term) => match[term]?.includes('text'))
  return isInText ? excerpt(text, elsewhere) : speakers
}

interface Found {
  /** The fields that hold each word that was found. */
  match: Readonly<Record<string, string[]>>
  text: string
  speakers: string
}

/** Whole words around the first of those that were found. */
function excerpt(text: string, terms: readonly string[]): string {
  const words = text.split(/\s+/)
  const found = words.findIndex((word) => wordsIn(word).some((part) => terms.includes(foldText(part))))
  const from = Math.max(0, found - WORDS_BEFORE)
  const to = from + WORDS
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}

/** About two lines of the list. */
const WORDS = 12
const WORDS_BEFORE = 4

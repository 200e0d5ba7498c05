import { foldText } from '../playlist/fragment.ts'
import type { Note } from './note.ts'

/**
 * The notes that hold every word that is asked for, or one that begins like it, in their text or their video's title;
 * in the order in which they came. Without case, accents and ʻokina. All of them for a blank query.
 */
export function searchNotes<Searched extends Pick<Note, 'title' | 'text'>>(
  notes: readonly Searched[],
  query: string,
): Searched[] {
  const asked = wordsOf(query)
  return notes.filter(({ title, text }) => {
    const words = wordsOf(`${title} ${text}`)
    return asked.every((part) => words.some((word) => word.startsWith(part)))
  })
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

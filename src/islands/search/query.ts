import { isUnspaced } from '#src/shared/search-text.ts'

/** Whether transcripts are searched. A shorter query would match nearly every line, but a character may be a word. */
export function searchesLines(query: string): boolean {
  return query.length >= 3 || isUnspaced(query)
}

import { isUnspaced } from '#src/shared/search-text.ts'

/** A shorter query would match nearly every line, but in some scripts a character is a word. */
export function searchesTranscripts(query: string): boolean {
  return query.length >= 3 || isUnspaced(query)
}

import leven from 'leven'

/** Spelling suggestion: the nearest known word if at most a third of its letters differ; otherwise undefined. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** Levenshtein distance; 1 for a prefix and for swapped letters. */
export function distanceOf(word: string, candidate: string): number {
  if (word.length >= 3 && candidate.startsWith(word)) return 1
  const [from, to] = [word.toLowerCase(), candidate.toLowerCase()]
  return from.split('').sort().join('') === to.split('').sort().join('') ? 1 : leven(from, to)
}

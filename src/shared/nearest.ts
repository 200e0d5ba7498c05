import leven from 'leven'

/** Levenshtein distance; 1 for a prefix and for swapped letters. */
export function distanceOf(word: string, candidate: string): number {
  if (word.length >= 3 && candidate.startsWith(word)) return 1
  const [from, to] = [word.toLowerCase(), candidate.toLowerCase()]
  return from.split('').sort().join('') === to.split('').sort().join('') ? 1 : leven(from, to)
}

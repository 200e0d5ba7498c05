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
function distanceOf(word: string, candidate: string): number {
  if (word.length >= 3 && candidate.startsWith(word)) return 1
  const [from, to] = [word.toLowerCase(), candidate.toLowerCase()]
  if (from.split('').sort().join('') === to.split('').sort().join('')) return 1
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (let j = 1; j <= to.length; j++) {
      const changed = Number(row[j - 1]) + (letter === to[j - 1] ? 0 : 1)
      next.push(Math.min(changed, Number(row[j]) + 1, Number(next[j - 1]) + 1))
    }
    row = next
  }
  return Number(row[to.length])
}

import leven from 'leven'

/** The Levenshtein distance; 1 for a prefix of the candidate and for the same letters in another order. */
export function editDistance(word: string, candidate: string): number {
  if (word.length >= 3 && candidate.startsWith(word)) return 1
  const [from, to] = [word.toLowerCase(), candidate.toLowerCase()]
  return sortLetters(from) === sortLetters(to) ? 1 : leven(from, to)
}

function sortLetters(text: string): string {
  return text.split('').sort().join('')
}

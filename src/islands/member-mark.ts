/**
 * Tells the members of one browser apart in what it stores, without storing who they are: 64 bits (FNV-1a, twice from
 * different starts) of the address.
 */
export function markOf(email: string): string {
  const text = email.trim().toLowerCase()
  return STARTS.map((start) => {
    let hash = start
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0
    return hash.toString(16).padStart(8, '0')
  }).join('')
}

const FNV_PRIME = 0x01000193
const STARTS = [0x811c9dc5, 0x9e3779b9]

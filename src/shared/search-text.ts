/** Whether the text has each of the words, in any order: the rule of every search of people. SQL's matches_search is the same. */
export function hasWords(text: string, typed: string): boolean {
  const key = searchKey(text)
  return searchKey(typed)
    .split(/[\s,;]+/)
    .every((word) => key.includes(word))
}

/** Text as people are searched: `jean luc` and `jeanluc` find `Jean-Luc`. SQL's search_key is the same. */
export function searchKey(text: string): string {
  return foldText(text).replace(/[-\u2010-\u2015\u2212]/g, '')
}

/** Text without case, accents and apostrophes: `Kalakaua` finds `Kalākaua`, `Kau` finds `Kaʻū`, `lukasz` finds `Łukasz`. */
export function foldText(text: string): string {
  return (
    text
      // As an accent of its own, it would leave a space.
      .replace(/[\u00b4\u0384\u1ffd]/g, '')
      .normalize('NFKD')
      .replace(MARKS, '')
      .toLowerCase()
      .replace(UNDECOMPOSED, (letter) => pairs[letter] ?? PLAIN.charAt(WHOLE.indexOf(letter)))
  )
}

/** Whether these are words of a script that writes no spaces between them, or none within names. */
export function isUnspaced(words: string): boolean {
  return UNSPACED.test(words)
}

const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

// Diacritics of Latin, Greek and Cyrillic, Hebrew and Arabic vowel marks, and apostrophes.
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'`\u00b7\u02b9-\u02bf\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78c]/g

// Letters that NFD doesn't decompose.
const WHOLE = 'łøđðıħŧŋƒɓɗƙƴəɛɔς'
const PLAIN = 'loddihtnfbdkyeeoσ'
const pairs: Partial<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const UNDECOMPOSED = new RegExp(`[${WHOLE}ßæœþ]`, 'g')

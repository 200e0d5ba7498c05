/** Longer than nearly every name, shorter than a message that a stranger would smuggle into a mail of ours. */
const MAX_LETTERS = 60

/** Characters that break lines or turn the direction of writing around. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Mail programs make links of these by themselves: a name that holds one was not typed by its owner. */
const LINK = /[/@\\]|\.\p{L}{2}/u

/**
 * A name as a mail may address its reader, at most 60 letters; null when there is none that should be shown.
 * Anybody can sign up with anybody's address, so the name is the words of a stranger.
 */
export function greetingName(fullName: string | null): string | null {
  const name = fullName?.replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  if (!name || LINK.test(name)) return null
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)]
  if (letters.length <= MAX_LETTERS) return name
  return `${letters
    .slice(0, MAX_LETTERS)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}

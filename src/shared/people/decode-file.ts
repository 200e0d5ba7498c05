import { listMistake, type Mistake } from './parsed-list.ts'

/**
 * The text of a file: UTF-16 with a byte order mark, UTF-8, or else Windows-1252, as Excel's “CSV” is in Western countries.
 * `isEncodingGuessed` for the last. A mistake for what can't be any of them.
 */
export function decodeFile(
  name: string,
  bytes: Uint8Array,
): { text: string; isEncodingGuessed: boolean } | Mistake {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (WORKBOOK.test(start)) return listMistake('workbook', name)
  const encoding = encodingOf(start, bytes)
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  const isEncodingGuessed = encoding === 'windows-1252'
  // UTF-16 without a byte order mark has zeros, and Japanese for email (ISO-2022-JP) escapes.
  const isUnsupported = isEncodingGuessed
    ? NOT_WESTERN.test(text)
    : text.slice(0, 2).includes('\0') || text.includes('\u001b$')
  return isUnsupported ? listMistake('not_utf8', name) : { text, isEncodingGuessed }
}

function encodingOf(start: string, bytes: Uint8Array): string {
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const WORKBOOK = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/

/** What Windows-1252 makes of other encodings. Some Czech or Turkish names still look Western, so a guess is shown to a person. */
const NOT_WESTERN = new RegExp(
  [
    '[\\0\\x80-\\x9fƒ†‡ˆ‰]',
    // Alphabets and scripts without a Latin letter: 'Èâàí' in Cyrillic, 'ÍõÎ°' in Chinese.
    '[^\\0-\\x7f\\xa0]{3}',
    '(?<![\\w\\p{L}’])[^\\0-\\x7f\\xa0]{2}(?![\\w\\p{L}])',
    // A sign in place of a letter: 'Pawe³', '£ukasz', and 'RenŽ' from an older Mac.
    '\\p{L}[“”•™›¡ª®»¿]\\p{L}',
    '\\p{L}[‚„‹¢-¦¨¬¯±³¶¸¹¼-¾×÷]',
    '[‚˜™›¢-ª¬®¯±-³¶¸-º¼-¾×÷]\\p{L}',
    '\\p{Ll}[ŠŽŒŸ]|\\p{L}[ŠŽŒŸ]\\p{Ll}',
    // UTF-8 with one broken letter.
    '[ÂÃ][¡-¿]',
    // Turkish ş, Croatian ć, Czech ř and ě, Slovak ď.
    '\\p{L}þ|æ(?!\\p{L})|ø[áíé]|[áíé]ø|ì\\p{L}|[ÏÌ]\\p{Ll}',
  ].join('|'),
  'u',
)

import { refuseList, type Mistake } from './list-text.ts'

/**
 * The text of a file: UTF-16 with a byte order mark, UTF-8, or else Windows-1252, as Excel's “CSV” is. `isGuessed` for the
 * last. A mistake for what can't be any of them.
 */
export function decodeFile(name: string, bytes: Uint8Array): { text: string; isGuessed: boolean } | Mistake {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (WORKBOOK.test(start)) return refuseList('workbook', name)
  const encoding = encodingOf(start, bytes)
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  const isGuessed = encoding === 'windows-1252'
  // UTF-16 without a byte order mark has zeros.
  const isOther = isGuessed ? NOT_WESTERN.test(text) : text.slice(0, 2).includes('\0')
  return isOther ? refuseList('not_utf8', name) : { text, isGuessed }
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

/** ZIP, as .xlsx and .ods, or the older .xls. */
const WORKBOOK = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/

/** Control characters, and what other encodings make of a letter: “RenŽ” from an older Mac. */
const NOT_WESTERN = /[\0\x80-\x9f]|\p{L}[‚„“†‡ˆ‰‹•™›¡-¶¸-¿]\p{L}|\p{Ll}[ŠŽŒŸ]/u

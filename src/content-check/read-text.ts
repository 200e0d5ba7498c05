import { readFileSync } from 'node:fs'
import { problemAt, type Problem } from './problem.ts'

/**
 * What a content file says: without a byte order mark, its lines ending in a line feed alone.
 *
 * @param path where it lies; `file` is how it is called in problems.
 */
export function readText(path: string, file: string): ReadText {
  const bytes = readFileSync(path)
  const text = decode(bytes)
  if (text !== null) return { ok: true, text: text.replace(/\r\n?/g, '\n') }
  // As far as it can be read, to name the place.
  const lines = bytes.toString('utf8').split(/\r\n?|\n/)
  const line = Math.max(
    0,
    lines.findIndex((each) => UNREADABLE.test(each)),
  )
  const column = Math.max(0, lines[line]?.search(UNREADABLE) ?? 0) + 1
  const shown = lines.join('\n').replace(/\0|^\uFFFD+/g, '')
  return { ok: false, problem: { ...problemAt(file, shown, line + 1, NO_UTF8), column } }
}

export type ReadText = { ok: true; text: string } | { ok: false; problem: Problem }

/** null when it is another encoding, or no text at all. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** What stands for bytes that are no letter in UTF-8; text of two bytes a letter is full of zeros. */
const UNREADABLE = /[\uFFFD\0]/

const NO_UTF8 =
  'This file is not text in UTF-8, so its letters cannot be read. Save it again with the encoding “UTF-8”, or write it anew.'

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { problemAt, type Problem } from './problem.ts'

/**
 * What a content file says: without a byte order mark, its lines ending in a line feed alone.
 *
 * @param path where it lies; `file` is how it is called in problems.
 */
export function readText(path: string, file: string): ReadText {
  const text = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  // What stands for bytes that are no letter in UTF-8; text of two bytes a letter is full of zeros.
  const at = text.search(/[\uFFFD\0]/)
  if (at < 0) return { ok: true, text }
  const before = text.slice(0, at).split('\n')
  const shown = text.replace(/\0|^\uFFFD+/g, '')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { ok: false, problem: { ...problemAt(file, shown, before.length, NO_UTF8), column } }
}

type ReadText = { ok: true; text: string } | { ok: false; problem: Problem }

const NO_UTF8 =
  'This file is not text in UTF-8, so its letters cannot be read. Save it again with the encoding “UTF-8”.'

/** Every file in a folder and the folders in it, in order, by its path from there with `/`; hidden ones are left out. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort()
}

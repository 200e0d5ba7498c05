import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { problemAt, type ContentProblem } from './problem.ts'

/** A content file’s text, without a byte order mark and with line feeds only. */
export function readText(root: string, file: string): { text: string; problem?: ContentProblem } {
  const text = readFileSync(join(root, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  // U+FFFD replaces bytes that aren’t UTF-8; UTF-16 text is full of zeros.
  const at = text.search(/[\uFFFD\0]/)
  if (at < 0) return { text }
  const before = text.slice(0, at).split('\n')
  const shown = text.replace(/\0|^\uFFFD+/g, '')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { text: '', problem: { ...problemAt(file, shown, before.length, NO_UTF8), column } }
}

const NO_UTF8 = 'This file isn’t saved as UTF-8. Save it again with the encoding “UTF-8”.'

/** Every file below a folder, sorted, by its path from there with `/`; hidden ones are left out. */
export function listVisibleFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort()
}

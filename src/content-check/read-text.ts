import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { cleanText } from '../shared/clean-text.ts'
import { problemAt, type ContentProblem } from './problem.ts'

/**
 * A content file’s text with line feeds only (also of CR CR LF), and without characters that copying adds: Markdown, YAML and
 * transcripts take a no-break space for a letter. '' with a problem.
 */
export function readText(root: string, file: string): { text: string; problem?: ContentProblem } {
  const text = cleanText(readFileSync(join(root, file), 'utf8')).replace(/\r*\n|\r/g, '\n')
  // U+FFFD replaces bytes that aren’t UTF-8; UTF-16 text is full of zeros.
  const garbled = text.search(/[\uFFFD\0]/)
  const at = garbled < 0 ? text.search(MERGE) : garbled
  if (at < 0) return { text }
  const before = text.slice(0, at).split('\n')
  const shown = text.replace(/\0|^\uFFFD+/g, '')
  const column = (before.at(-1)?.length ?? 0) + 1
  const message = garbled < 0 ? UNMERGED : NO_UTF8
  return { text: '', problem: { ...problemAt(file, shown, before.length, message), column } }
}

/** Its line of equals signs alone may be Markdown’s, below a heading. */
const MERGE = /^(?:<{7}|>{7})(?: |$)/m

const UNMERGED =
  'This file has an unfinished merge. Keep the lines of one version; delete the other version and the lines <<<<<<<, ======= and >>>>>>>.'

const NO_UTF8 = 'This file isn’t saved as UTF-8. Save it again with the encoding “UTF-8”.'

/** Every file below a folder, sorted, by its path from there with `/`; empty when the folder doesn't exist. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** The same without hidden files. */
export function listVisibleFiles(folder: string): string[] {
  return listFiles(folder).filter((file) => !/(?:^|\/)\./.test(file))
}

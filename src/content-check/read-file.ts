import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { cleanText } from '../shared/clean-text.ts'
import { validate } from './issues.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readSource, type Source } from './source.ts'

export function readFile<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
): ReadFile<z.output<Schema>> {
  const { text, problems } = readText(root, file)
  const fields = file.endsWith('.md') ? FRONT_MATTER.exec(text) : ([text, text] as const)
  if (!fields && problems.length === 0) problems.push(problemAt(file, text, 1, NO_FIELDS))
  const [whole = '', yaml = ''] = fields ?? []
  const source = readSource(file, text, problems.length > 0 ? '' : yaml)
  problems.push(...source.problems)
  const read = { source, text, body: text.slice(whole.length).trim(), problems }
  if (problems.length > 0) return { ...read, data: undefined }
  // An empty file is reported as missing fields.
  const { data, issues } = validate(schema, source.value ?? {})
  return { ...read, data, problems: issues.map(({ path, message }) => source.problem(path, message)) }
}

export interface ReadFile<Data> {
  source: Source
  text: string
  body: string
  /** undefined when there are problems. */
  data: Data | undefined
  problems: ContentProblem[]
}

/**
 * A content file’s text with line feeds only, and without characters that copying adds: Markdown, YAML and transcripts take a
 * no-break space for a letter. '' with a problem.
 */
export function readText(root: string, file: string): { text: string; problems: ContentProblem[] } {
  const text = cleanText(readFileSync(join(root, file), 'utf8')).replace(/\r*\n|\r/g, '\n')
  for (const [unreadable, message] of UNREADABLE) {
    const at = text.search(unreadable)
    if (at < 0) continue
    return { text: '', problems: [problemAt(file, text, text.slice(0, at).split('\n').length, message)] }
  }
  return { text, problems: [] }
}

const UNREADABLE = [
  // Node reads bytes that aren’t UTF-8 as U+FFFD.
  [/[\uFFFD\0]/, 'This file isn’t saved as UTF-8. Save it again with the encoding “UTF-8”.'],
  [
    /^(?:<{7}|>{7})(?: |$)/m,
    'This file has an unfinished merge. Keep the lines of one version; delete the other version and the lines <<<<<<<, ======= and >>>>>>>.',
  ],
] as const

/** The second group has the fields in the lines of the file. */
export const FRONT_MATTER = /^(?:---[^\S\n]*(?=\n))([\s\S]*?\n)---[^\S\n]*(?:\n|$)/

const NO_FIELDS = 'This file has to start with a line of ---, then its fields, then another line of ---.'

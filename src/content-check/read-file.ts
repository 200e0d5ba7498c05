import type { z } from 'zod'
import { readFields, type Fields } from './issues.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readText } from './read-text.ts'
import { readSource, type Source } from './source.ts'

/** Reads a YAML file, or a Markdown file with front matter, by a schema. */
export function readFile<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
): ReadFile<z.output<Schema>> {
  const { text, problem } = readText(root, file)
  if (problem) return { source: broken(file, problem), text, data: undefined, problems: [problem] }
  const found = file.endsWith('.md') ? readFrontMatter(file, text) : { source: readSource(file, text) }
  return { ...found, text, ...readFields(found.source, schema) }
}

export interface ReadFile<Data> extends Fields<Data> {
  source: Source
  /** The whole file. */
  text: string
  /** The text below a Markdown file’s front matter. */
  body?: string
}

function readFrontMatter(file: string, text: string): { source: Source; body: string } {
  const match = /^---[^\S\n]*\n([\s\S]*?\n|)---[^\S\n]*(?:\n|$)/.exec(text)
  if (!match) return { source: broken(file, fenceProblem(file, text)), body: '' }
  const [whole, yaml = ''] = match
  // An empty line replaces the opening fence, so that line numbers are those of the file.
  const source = readSource(file, `\n${yaml}`)
  // Empty front matter reports its missing fields, not an empty file.
  return { source: { ...source, value: source.value ?? {} }, body: text.slice(whole.length).trim() }
}

function broken(file: string, problem: ContentProblem): Source {
  return { ...readSource(file, ''), problems: [problem] }
}

function fenceProblem(file: string, text: string): ContentProblem {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const opening = lines[first]?.trim() ?? ''
  if (!LIKE_FENCE.test(opening)) return problemAt(file, text, 1, NO_FENCE)
  if (opening !== '---') return problemAt(file, text, first + 1, HYPHENS)
  if (first > 0) return problemAt(file, text, 1, ABOVE)
  const closing = lines.findIndex((line, index) => index > 0 && LIKE_FENCE.test(line.trim()))
  if (closing > 0) return problemAt(file, text, closing + 1, HYPHENS)
  const gap = lines.findIndex((line, index) => index > 0 && line.trim() === '')
  return problemAt(file, text, (gap > 0 ? gap : lines.length) + 1, NO_END)
}

/** What word processors and phones turn three hyphens into. */
const LIKE_FENCE = /^[-–—_=]{1,5}$/

const NO_FENCE = 'This file has to start with a line of ---, then its fields, then another line of ---.'
const HYPHENS = 'This line has to be exactly three hyphens: ---.'
const ABOVE = 'The first line has to be ---. Delete what is above it, even an empty line or a space.'
const NO_END = 'The end of the fields is missing. Add a line of --- here, below the last field.'

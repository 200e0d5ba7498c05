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
  if (!match) return { source: broken(file, problemAt(file, text, 1, NO_FENCE)), body: '' }
  const [whole, yaml = ''] = match
  // An empty line replaces the opening fence, so that line numbers are those of the file.
  const source = readSource(file, `\n${yaml}`)
  // Empty front matter reports its missing fields, not an empty file.
  return { source: { ...source, value: source.value ?? {} }, body: text.slice(whole.length).trim() }
}

function broken(file: string, problem: ContentProblem): Source {
  return { ...readSource(file, ''), problems: [problem] }
}

const NO_FENCE = 'This file has to start with a line of ---, then its fields, then another line of ---.'

import { problemAt, type Problem } from './problem.ts'
import { readSource, type Source } from './source.ts'

const FENCED = /^---[ \t]*\n([\s\S]*?\n|)---[ \t]*(?:\n|$)/

/** The fields above a Markdown text, on the lines where they stand, and the text itself. */
export function readFrontMatter(file: string, text: string): FrontMatter {
  const match = FENCED.exec(text)
  if (!match) return { ok: false, problems: [problemAt(file, text, 1, NO_FENCE)] }
  const [whole, yaml = ''] = match
  // An empty line stands for the opening fence, so that lines are those of the file.
  const source = readSource(file, `\n${yaml}`)
  if (source.problems.length > 0) return { ok: false, problems: source.problems }
  return { ok: true, source: withFields(source), body: text.slice(whole.length).trim() }
}

export type FrontMatter =
  { ok: true; source: Source; body: string } | { ok: false; problems: readonly Problem[] }

const NO_FENCE = 'The file must begin with a line of ---, its fields, and another line of ---.'

/** Without any field there are none; that is another mistake than an empty file. */
function withFields(source: Source): Source {
  return { ...source, value: source.value ?? {} }
}

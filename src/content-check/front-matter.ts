import { problemAt, type Problem } from './problem.ts'
import { readSource, type Source } from './source.ts'

const FENCED = /^---[ \t]*\n([\s\S]*?\n|)---[ \t]*(?:\n|$)/

/** The fields above a Markdown text, on the lines where they stand, and the text itself. */
export function readFrontMatter(file: string, text: string): FrontMatter {
  const match = FENCED.exec(text)
  if (!match) return { ok: false, problems: [fenceProblem(file, text)] }
  const [whole, yaml = ''] = match
  // An empty line stands for the opening fence, so that lines are those of the file.
  const source = readSource(file, `\n${yaml}`)
  if (source.problems.length > 0) return { ok: false, problems: source.problems }
  return { ok: true, source: withFields(source), body: text.slice(whole.length).trim() }
}

export type FrontMatter =
  | { ok: true; source: Source; body: string }
  | { ok: false; problems: readonly Problem[] }

function fenceProblem(file: string, text: string): Problem {
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

/** What editors and telephones make of three hyphens. */
const LIKE_FENCE = /^[-–—_=]{1,5}$/

const NO_FENCE = 'The file must begin with a line of ---, its fields, and another line of ---.'
const HYPHENS = 'This line must be three hyphens and nothing else: ---.'
const ABOVE = 'Nothing may stand above the first line of ---, not even an empty line or a space. Delete it.'
const NO_END = 'The fields have no end. Write a line of --- here, below the last of them.'

/** Without any field there are none; that is another mistake than an empty file. */
function withFields(source: Source): Source {
  return { ...source, value: source.value ?? {} }
}

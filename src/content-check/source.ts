import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import type { ContentProblem } from './problem.ts'

export type Path = readonly PropertyKey[]

/** A YAML file, with the position of each field. */
export type Source = ReturnType<typeof readSource>

export function readSource(file: string, text: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const problemFrom = (offset: number, message: string): ContentProblem => {
    const { line, col } = lines.linePos(offset)
    const excerpt = text.split('\n')[Math.max(1, line) - 1] ?? ''
    return { file, line: Math.max(1, line), column: Math.max(1, col), message, excerpt }
  }
  // One slip causes several errors in the parser; the first is enough.
  const [error] = [...document.errors, ...document.warnings]
  // Behind a semicolon it speaks to programmers.
  const [reason] = error?.message.split(';') ?? []
  const problems = error
    ? [problemFrom(error.pos[0], `YAML can’t read this: ${reason}. ${QUOTE}`)]
    : cutTexts(document).map((offset) => problemFrom(offset, COMMENT))
  return {
    file,
    /** The file’s data, for a schema; undefined when it has problems. */
    value: problems.length > 0 ? undefined : (document.toJS() as unknown),
    problems,
    /** The value at a path, or undefined. */
    at: (path: Path): unknown => {
      const node: unknown = document.getIn(path)
      return isNode(node) ? node.toJS(document) : node
    },
    problem: (path: Path, message: string) => problemFrom(valueOffset(document, path), message),
    /** At the name of a field rather than at its value. */
    problemAtKey: (path: Path, message: string) => problemFrom(keyOffset(document, path), message),
  }
}

/** The offsets of texts of which YAML leaves out the end: `title: Cohort #17` is “Cohort”. An intended comment has a space after its #. */
function cutTexts(document: Document): number[] {
  const found: number[] = []
  visit(document, {
    Scalar: (_, { value, comment, range }) => {
      const isText = value === null || typeof value === 'string'
      if (isText && range && /^[^\s#]/.test(comment ?? '')) found.push(range[0])
    },
  })
  return found
}

const QUOTE =
  "Correct it. If it’s one text, put single quotation marks (') around it, and double any inside it."
const COMMENT =
  'A # after a space begins a comment. If it’s text, put the text in quotation marks; if it’s a comment, add a space after the #.'

/** The offset of a value; of a missing one, the offset of the nearest field around it. */
function valueOffset(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOffset(document: Document, path: Path): number {
  const parent = document.getIn(path.slice(0, -1), true)
  const keys = isMap(parent) ? parent.items.map(({ key }) => key) : []
  const key = keys.find((each) => isScalar(each) && each.value === path.at(-1))
  return (isNode(key) ? key.range?.[0] : undefined) ?? valueOffset(document, path)
}

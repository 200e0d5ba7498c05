import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { problemAt, type ContentProblem } from './problem.ts'

export type Path = readonly PropertyKey[]

export type Source = ReturnType<typeof readSource>

/**
 * @param text the whole file, for excerpts.
 * @param yaml its fields, in the same lines.
 */
export function readSource(file: string, text: string, yaml = text) {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const problemFrom = (offset: number, message: string) =>
    problemAt(file, text, Math.max(1, lines.linePos(offset).line), message)
  // One slip causes several errors in the parser; the first is enough.
  const [error] = [...document.errors, ...document.warnings]
  // Drop the parser’s technical suffix.
  const [reason] = error?.message.split(';') ?? []
  const problems: ContentProblem[] = error
    ? [problemFrom(error.pos[0], `YAML can’t read this: ${reason}. ${QUOTE}`)]
    : textsCutByComment(document).map((offset) => problemFrom(offset, COMMENT))
  return {
    file,
    value: problems.length > 0 ? undefined : (document.toJS() as unknown),
    problems,
    at: (path: Path): unknown => {
      const node: unknown = document.getIn(path)
      return isNode(node) ? node.toJS(document) : node
    },
    problem: (path: Path, message: string) => problemFrom(offsetOf(document, path), message),
  }
}

function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const around = document.getIn(path.slice(0, length - 1), true)
    const step = path[length - 1]
    const pair = isMap(around)
      ? around.items.find(({ key }) => isScalar(key) && key.value === step)
      : undefined
    const node = isSeq(around) ? around.items[Number(step)] : pair?.key
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

// YAML reads `title: Cohort #17` as “Cohort”. An intended comment has a space after its #.
function textsCutByComment(document: Document): number[] {
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

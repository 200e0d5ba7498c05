import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import type { Problem } from './problem.ts'

export type Path = readonly PropertyKey[]

/** A YAML file that knows where each of its fields stands. */
export interface Source {
  file: string
  /** What the file holds, for a schema. */
  value: unknown
  /** What keeps it from being YAML. */
  problems: Problem[]
  /** The value written at a path, or undefined. */
  at: (path: Path) => unknown
  problem: (path: Path, message: string) => Problem
  /** At the name of a field rather than at its value. */
  problemAtKey: (path: Path, message: string) => Problem
}

export function readSource(file: string, text: string): Source {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const excerptOf = (line: number) => text.split('\n')[line - 1] ?? ''

  const problemFrom = (offset: number, message: string): Problem => {
    const { line, col } = lines.linePos(offset)
    const place = { line: Math.max(1, line), column: Math.max(1, col) }
    return { file, ...place, message, excerpt: excerptOf(place.line) }
  }

  const broken = document.errors.map(({ pos, code, message }) => {
    const found = problemFrom(pos[0], YAML_ERRORS[code] ?? `This is not YAML: ${message}.`)
    return code === 'BLOCK_AS_IMPLICIT_KEY' ? { ...found, message: unquoted(found.excerpt) } : found
  })
  // One line of code has many colons in it, and is one mistake.
  const problems = broken.filter(
    ({ line, message }, index) =>
      index === broken.findIndex((other) => other.line === line && other.message === message),
  )
  if (problems.length === 0) {
    problems.push(...inCurlyQuotes(document).map((offset) => problemFrom(offset, CURLY_QUOTES)))
  }
  return {
    file,
    value: problems.length > 0 ? undefined : document.toJS(),
    problems,
    at: (path) => {
      const node: unknown = document.getIn(path)
      return isNode(node) ? (node.toJS(document) as unknown) : node
    },
    problem: (path, message) => problemFrom(valueOffset(document, path), message),
    problemAtKey: (path, message) => problemFrom(keyOffset(document, path), message),
  }
}

const YAML_ERRORS: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'This field is written twice. Delete one of the two.',
  TAB_AS_INDENT: 'A tab stands where spaces must be. Indent with two spaces.',
  BAD_INDENT:
    'This line is indented differently from its neighbours. Indent fields that belong together alike.',
  BAD_SCALAR_START: 'A text may not begin with this sign. Put the text in quotation marks.',
  MISSING_CHAR: 'A closing sign is missing: a quotation mark, a bracket or a comma.',
}

const CURLY_QUOTES =
  "Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none."

/** What is missing around a text with a colon in it. */
function unquoted(line: string): string {
  const text = line.slice(line.indexOf(':') + 1).trim()
  if (text.startsWith('<'))
    return "Code has quotation marks of its own. Write it between single ones: embed: '<iframe …>'."
  if (/^[“”„‘’]/.test(text)) return CURLY_QUOTES
  return 'A text with a colon and a space in it must stand in quotation marks.'
}

/** Where texts begin that stand in curly quotes and no others. */
function inCurlyQuotes(document: Document): number[] {
  const found: number[] = []
  visit(document, {
    Scalar(_, { type, value, range }) {
      if (type !== 'PLAIN' || typeof value !== 'string' || !range) return
      if (/^[“”„‘’].*[“”‘’]$/.test(value)) found.push(range[0])
    },
  })
  return found
}

/** Where a value begins; of one that is missing, where the nearest field around it does. */
function valueOffset(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOffset(document: Document, path: Path): number {
  const parent = document.getIn(path.slice(0, -1), true)
  if (!isMap(parent)) return valueOffset(document, path)
  const key = parent.items
    .map((item) => item.key)
    .find((candidate) => isScalar(candidate) && candidate.value === path.at(-1))
  return isNode(key) && key.range ? key.range[0] : valueOffset(document, path)
}

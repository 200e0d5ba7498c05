import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml'

const FENCED = /^---\r?\n([\s\S]*?\n|)---[ \t]*(?:\r?\n|$)/

/** The fields above a Markdown text and the text itself, with the lines they stand on. */
export function readFrontMatter(source: string): FrontMatter {
  const match = FENCED.exec(source.replace(/^\uFEFF/, ''))
  if (!match) {
    return broken(1, 'The file must begin with a line of ---, its fields, and another line of ---.')
  }
  const [whole, yaml = ''] = match
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error) {
    const line = lines.linePos(error.pos[0]).line + FENCE_LINES
    return broken(
      line,
      `This is not valid YAML: ${firstSentence(error.message)} Put texts with : or # in quotes.`,
    )
  }
  return {
    ok: true,
    fields: (document.toJS() as unknown) ?? {},
    body: source.slice(whole.length).trim(),
    lineOf: (path) => lineOf(document, lines, path),
  }
}

export type FrontMatter =
  | { ok: true; fields: unknown; body: string; lineOf: (path: readonly PropertyKey[]) => number }
  | { ok: false; line: number; message: string }

/** The opening `---`. */
const FENCE_LINES = 1

function broken(line: number, message: string): FrontMatter {
  return { ok: false, line, message }
}

function firstSentence(message: string): string {
  const [first = message] = message.split('\n')
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** The line of a field, or of the nearest thing around it that is there. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  const offset = keyOffset(document, path) ?? nodeOffset(document, path)
  if (offset !== null) return lines.linePos(offset).line + FENCE_LINES
  return path.length > 0 ? lineOf(document, lines, path.slice(0, -1)) : 1
}

function keyOffset(document: Document, path: readonly PropertyKey[]): number | null {
  const name = path.at(-1)
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  if (typeof name !== 'string' || !isMap(parent)) return null
  const key = parent.items.find(({ key }) => isScalar(key) && key.value === name)?.key
  return isScalar(key) && key.range ? key.range[0] : null
}

function nodeOffset(document: Document, path: readonly PropertyKey[]): number | null {
  if (path.length === 0) return null
  const node = document.getIn(path, true)
  return isScalar(node) && node.range ? node.range[0] : null
}

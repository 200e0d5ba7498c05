import { visit, type Document, type YAMLError } from 'yaml'

/** The first syntax error in YAML, or every text of which YAML leaves out the end. */
export function yamlMistakes(document: Document.Parsed): Mistake[] {
  // One slip causes several errors in the parser; the first is enough.
  const [error] = [...document.errors, ...document.warnings]
  return error ? [explain(error, document)] : cutTexts(document)
}

function explain({ code, pos, message }: YAMLError, document: Document): Mistake {
  if (message.startsWith('Missing closing')) return { offset: lastQuote(document) ?? pos[0], message: CLOSE }
  if (message.startsWith('Flow')) return { offset: pos[0], message: BRACKET }
  return { offset: pos[0], message: REMEDIES[code] ?? QUOTE }
}

/** The offset of the unclosed quotation mark; the parser reports the end of the file. */
function lastQuote(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type?.startsWith('QUOTE')) offset = range?.[0]
    },
  })
  return offset
}

/** `title: Cohort #17` is “Cohort”. An intended comment has a space after its #. */
function cutTexts(document: Document.Parsed): Mistake[] {
  const found: Mistake[] = []
  visit(document, {
    Scalar: (_, { value, comment, range }) => {
      const isText = value === null || typeof value === 'string'
      if (isText && range && /^[^\s#]/.test(comment ?? '')) found.push({ offset: range[0], message: COMMENT })
    },
  })
  return found
}

const CLOSE = 'This quotation mark is never closed. Add one at the end of the text.'
const BRACKET = 'A bracket is never closed. Add ] for a [, or } for a {, at the end of the line above.'
const QUOTE =
  "YAML can’t read this text. Put single quotation marks (') around all of it, and double any inside it, as in 'Founder''s lunch'."
const FIELD =
  'This isn’t a field: a field is a name, a colon and a space, as in `title: …`. If the line continues the text above it, indent it.'
const COMMENT =
  'A # after a space begins a comment. If it’s text, put the text in quotation marks; if it’s a comment, add a space after the #.'

const REMEDIES: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'Indent fields that belong together by the same number of spaces.',
  BLOCK_AS_IMPLICIT_KEY:
    "YAML sees two fields in this line. If it’s one text with a colon, put single quotation marks (') around it. If a field begins on the next line, indent that line like this one.",
  DUPLICATE_KEY: 'This field is written twice. Delete one of the two.',
  MISSING_CHAR: FIELD,
  MULTILINE_IMPLICIT_KEY: FIELD,
  MULTIPLE_DOCS: 'Delete the lines of ---: only Markdown files have them.',
  TAB_AS_INDENT: 'This line is indented with a tab. Use two spaces.',
}

interface Mistake {
  offset: number
  message: string
}

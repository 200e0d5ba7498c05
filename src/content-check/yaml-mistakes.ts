import { visit, type Document, type Scalar, type YAMLError } from 'yaml'

/** Syntax errors in YAML, and text that YAML reads differently from how it looks. */
export function yamlMistakes(document: Document.Parsed, text: string): Mistake[] {
  // One slip causes several errors in the parser; the first is enough.
  const [error] = [...document.errors, ...document.warnings]
  return error ? [explain(error, document, text)] : misread(document)
}

function explain(error: YAMLError, document: Document, text: string): Mistake {
  const { code, pos, message } = error
  const isQuote = message.startsWith('Missing closing')
  const offset = (isQuote ? lastQuote(document) : undefined) ?? pos[0]
  const invitation = text.search(LOOSE_ADDRESS)
  if (invitation >= 0) return { offset: invitation, message: INVITATION }
  const remedy = isQuote ? CLOSE : message.startsWith('Flow') ? BRACKET : (REMEDIES[code] ?? QUOTE)
  return { offset, message: remedy }
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

/** Valid YAML that means something else than it seems to. */
function misread(document: Document.Parsed): Mistake[] {
  const found: Mistake[] = []
  visit(document, {
    Scalar(_, scalar) {
      const message = whyMisread(scalar)
      if (message && scalar.range) found.push({ offset: scalar.range[0], message })
    },
  })
  return found
}

function whyMisread({ type, value, source = '', comment }: Scalar): string | null {
  if (type !== 'PLAIN') return null
  if (/^[“”„‘’][^]*[“”‘’]$/.test(source)) return CURLY_QUOTES
  if (/^-[\p{L}\d]|\n\s*-/u.test(source) && typeof value === 'string') return NO_ENTRY
  // An intended comment has a space after its #.
  if (/^[^\s#]/.test(comment ?? '') && (value === null || typeof value === 'string')) return COMMENT
  return null
}

/** A line with an address that belongs to no field, as in a pasted invitation. */
const LOOSE_ADDRESS = /^(?![ #{["'-]|\w+:(?!\/\/)).*https:\/\//m

const INVITATION =
  'This address belongs to no field. If you pasted an invitation, delete it, and write only its address behind the field’s name, as in `join: https://…`.'
const CLOSE = 'This quotation mark is never closed. Add one at the end of the text.'
const BRACKET = 'A bracket is never closed. Add ] for a [, or } for a {, at the end of the line above.'
const QUOTE =
  "YAML can’t read this text. Put single quotation marks (') around all of it, and double any inside it, as in 'Founder''s lunch'."
const COLON =
  "YAML sees two fields in this line. If it’s one text with a colon, put single quotation marks (') around it. If a field begins on the next line, indent that line like this one."
const FIELD =
  'This isn’t a field: a field is a name, a colon and a space, as in `title: …`. If the line continues the text above it, indent it.'
const CURLY_QUOTES = "YAML reads curly quotes as part of the text. Use straight ones ('), or none."
const COMMENT =
  'A # after a space begins a comment. If it’s text, put the text in quotation marks; if it’s a comment, add a space after the #.'
const NO_ENTRY =
  'YAML reads this as text. If it’s a list, start each entry on a new line with a hyphen and a space.'

const REMEDIES: Partial<Record<YAMLError['code'], string>> = {
  BAD_DQ_ESCAPE: "YAML can’t read this backslash between double quotation marks. Use single ones (').",
  BAD_INDENT: 'Indent fields that belong together by the same number of spaces.',
  BLOCK_AS_IMPLICIT_KEY: COLON,
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

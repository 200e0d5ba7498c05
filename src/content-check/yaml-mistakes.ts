import { visit, type Document, type Scalar, type YAMLError } from 'yaml'

/** What YAML's reader refuses, and what it reads as something else than it looks like; each with a remedy. */
export function yamlMistakes(document: Document.Parsed, text: string): Mistake[] {
  const unmerged = text.search(/^(?:<{7}|={7}|>{7})(?: |$)/m)
  if (unmerged >= 0) return [{ offset: unmerged, message: UNMERGED }]
  // One slip of the hand is several errors to a parser.
  const [error] = [...document.errors, ...document.warnings]
  return error ? [explain(error, document, text)] : misread(document)
}

function explain(error: YAMLError, document: Document, text: string): Mistake {
  const { code, pos, message } = error
  const isQuote = message.startsWith('Missing closing')
  const offset = (isQuote ? lastQuote(document) : undefined) ?? pos[0]
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? ''
  if (FOREIGN_SPACE.test(line)) return { offset, message: SPACE_BAR }
  const remedy = isQuote ? CLOSE : message.startsWith('Flow') ? BRACKET : (REMEDIES[code] ?? QUOTE)
  return { offset, message: `${message.replace(/;.*/s, '')}. ${remedy}` }
}

/** Where the quotation mark stands that nothing closes; the parser names the end of the file. */
function lastQuote(document: Document): number | undefined {
  let offset: number | undefined
  visit(document, {
    Scalar: (_, { type, range }) => {
      if (type?.startsWith('QUOTE')) offset = range?.[0]
    },
  })
  return offset
}

/** Texts that are YAML and say something else than they seem to. */
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
  // What is meant as a comment has a space after its sign.
  if (/^[^\s#]/.test(comment ?? '') && (value === null || typeof value === 'string')) return COMMENT
  return null
}

const FOREIGN_SPACE = /(?<=^[ \-]*|:)[\u00a0\u2000-\u200b\u202f\u3000]/

const UNMERGED =
  'Two versions of this file meet here. Keep the lines of one, and delete the other’s and those of <<<<<<<, ======= and >>>>>>>.'
const SPACE_BAR =
  'A space in this line is another sign that only looks like one, as copied text has. Delete it and press the space bar.'
const CLOSE = 'Write it at the end of the text that begins here.'
const BRACKET = 'Write ] for a [, and } for a {, at the end of the line above.'
const QUOTE =
  "Put single quotation marks (') around the whole text, and write those inside it twice, as in 'Founder''s lunch'."
const COLON =
  "A text with a colon and a space in it stands in single quotation marks ('). If a field begins on the next line, indent it like this one."
const FIELD =
  'A field is a name, a colon and a space: `title: …`. If the text of the line above goes on, indent this line.'
const CURLY_QUOTES =
  "Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none."
const COMMENT = 'After a space a # begins a comment. Put the text in quotation marks, or a space after the #.'
const NO_ENTRY =
  'A hyphen and a space begin each entry of a list, one below the other. Here this is part of a text.'

const REMEDIES: Partial<Record<YAMLError['code'], string>> = {
  BAD_DQ_ESCAPE: "Use single quotation marks (') around the text.",
  BAD_INDENT: 'Indent fields that belong together alike.',
  BLOCK_AS_IMPLICIT_KEY: COLON,
  DUPLICATE_KEY: 'This field is written twice: delete one of the two.',
  MISSING_CHAR: FIELD,
  MULTILINE_IMPLICIT_KEY: FIELD,
  MULTIPLE_DOCS: 'Delete the lines of ---, which are for Markdown files.',
  TAB_AS_INDENT: 'Indent with two spaces.',
}

interface Mistake {
  offset: number
  message: string
}

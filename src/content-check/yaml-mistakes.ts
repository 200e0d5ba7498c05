import { visit, type Document, type Node, type Scalar, type YAMLError } from 'yaml'

/**
 * What keeps a text from being YAML, or makes it say something else than it seems to; each where a person finds it. YAML's
 * own errors tell what its parser met, often a line later than the mistake.
 */
export function yamlMistakes(document: Document.Parsed, text: string): Mistake[] {
  const unmerged = text.search(/^(?:<{7}|={7}|>{7})(?: |$)/m)
  if (unmerged >= 0) return [{ offset: unmerged, message: UNMERGED }]
  if (document.errors.length === 0) return misread(document)

  const found = document.errors.map((error) => explain(error, document, text))
  // One slip of the hand is several errors to a parser.
  const known = found.filter(({ message }) => !message.startsWith(NO_YAML))
  const lineOf = ({ offset }: Mistake) => text.lastIndexOf('\n', offset - 1)
  return (known.length > 0 ? known : found.slice(0, 1)).filter(
    (mistake, index, all) => index === all.findIndex((other) => lineOf(other) === lineOf(mistake)),
  )
}

export interface Mistake {
  offset: number
  message: string
}

function explain(error: YAMLError, document: Document, text: string): Mistake {
  const [offset] = error.pos
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const [line = '', ...following] = text.slice(start).split('\n')
  const valueAt = start + (/^\s*(?:- +)*[\w-]+:[ \t]+/.exec(line)?.[0].length ?? line.length)
  const broken = {
    code: error.code,
    detail: error.message,
    offset,
    document,
    start,
    line,
    following,
    valueAt,
  }
  for (const rule of rules) {
    const mistake = rule(broken)
    if (mistake) return mistake
  }
  return { offset, message: `${NO_YAML}: ${error.message}.` }
}

/** The first that knows an error explains it. */
const rules: readonly ((broken: Broken) => Mistake | null)[] = [
  foreignSpace,
  byCode,
  furtherRight,
  withoutEnd,
  aroundText,
  withoutColon,
]

function foreignSpace({ start, line }: Broken): Mistake | null {
  const found = /(?<=^[ \-]*|:)[\u00a0\u2000-\u200b\u202f\u3000]/.exec(line)
  return found && { offset: start + found.index, message: FOREIGN_SPACE }
}

function byCode({ code, offset, line, detail }: Broken): Mistake | null {
  if (code === 'DUPLICATE_KEY') return { offset, message: TWICE }
  if (code === 'TAB_AS_INDENT') return { offset, message: TAB }
  if (code === 'BAD_DQ_ESCAPE') return { offset, message: BACKSLASH }
  if (code === 'MULTIPLE_DOCS' && line.startsWith('---')) return { offset, message: FENCE }
  if (code === 'BAD_INDENT' && !detail.startsWith('Flow')) return { offset, message: UNEVEN }
  return null
}

/** The line below a field with a value, where another field begins further to the right. */
function furtherRight({ code, start, line, following, valueAt }: Broken): Mistake | null {
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || /:(?:\s|$)/.test(line.slice(valueAt - start))) return null
  const skipped = following.findIndex((next) => next.trim() !== '')
  const next = following[skipped]
  if (next === undefined) return null
  const above = [line, ...following.slice(0, skipped)].join('\n')
  return { offset: start + above.length + 1 + next.search(/\S/), message: UNEVEN }
}

/** Where the quotation mark or bracket stands that nothing closes. */
function withoutEnd({ detail, offset, document }: Broken): Mistake | null {
  const isQuote = detail.startsWith('Missing closing')
  if (!isQuote && !detail.startsWith('Flow')) return null
  let opened = offset
  const note = ({ range }: Node) => {
    if (range && range[0] < offset) opened = range[0]
  }
  visit(document, {
    Scalar: (_, scalar) => {
      if (isQuote && scalar.type?.startsWith('QUOTE')) note(scalar)
    },
    Collection: (_, collection) => {
      if (!isQuote && collection.flow) note(collection)
    },
  })
  return { offset: opened, message: isQuote ? OPEN_QUOTE : OPEN_BRACKET }
}

/** What is wrong with how a text begins, or with the marks around it. */
function aroundText({ code, detail, offset, start, line, valueAt }: Broken): Mistake | null {
  const value = line.slice(valueAt - start)
  const goesOn = detail.includes('scalar at node end')
  if (value.startsWith('<')) return { offset: valueAt, message: CODE }
  if (/^[“”„‘’]/.test(value)) return { offset: valueAt, message: CURLY_QUOTES }
  if (/^\[[^\]]*\]\(/.test(value)) return { offset: valueAt, message: MARKDOWN_LINK }
  if (goesOn && value.startsWith("'")) return { offset: valueAt, message: QUOTE_INSIDE }
  if (goesOn && value.startsWith('"')) return { offset: valueAt, message: GOES_ON }
  if (code === 'BAD_SCALAR_START') return { offset, message: SIGN }
  if (value.startsWith('- ')) return { offset: valueAt, message: `${SIGN} A list begins on the next line.` }
  if ((goesOn && /^[[{]/.test(value)) || /^[*&!|>]/.test(value)) return { offset: valueAt, message: SIGN }
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return { offset, message: COLON_INSIDE }
  return null
}

function withoutColon({ code, detail, start, line, valueAt }: Broken): Mistake | null {
  if (valueAt < start + line.length) return null
  if (code !== 'MULTILINE_IMPLICIT_KEY' && !detail.startsWith('Implicit map keys')) return null
  const first = start + Math.max(0, line.search(/\S/))
  const glued = /^\s*(?:- +)*[\w-]+:(?!\/\/)(?=\S)/.exec(line)
  return glued ? { offset: start + glued[0].length, message: NO_SPACE } : { offset: first, message: NO_COLON }
}

/** Texts that are YAML and say something else than they seem to. */
function misread(document: Document.Parsed): Mistake[] {
  const found = document.warnings.map(({ pos: [offset] }) => ({ offset, message: SIGN }))
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

const NO_YAML = 'This cannot be read as YAML'
const UNMERGED =
  'Two versions of this file meet here. Keep the lines of one, and delete the other’s and those of <<<<<<<, ======= and >>>>>>>.'
const FOREIGN_SPACE =
  'The space here is another sign that only looks like one, as copied text has. Delete it and press the space bar.'
const TWICE = 'This field is written twice. Delete one of the two.'
const TAB = 'A tab stands where spaces must be. Indent with two spaces.'
const BACKSLASH = "In double quotation marks a \\ has a meaning. Use single ones (') around the text."
const FENCE = 'Lines of --- are for Markdown files. Delete it.'
const UNEVEN =
  'This line is indented differently from its neighbours. Indent fields that belong together alike.'
const OPEN_QUOTE = 'The quotation mark that opens here is never closed. Write it again at the text’s end.'
const OPEN_BRACKET = 'The bracket that opens here is never closed. Write ] for a [, and } for a {.'
const CODE = "Code has quotation marks of its own. Write it between single ones: embed: '<iframe …>'."
const CURLY_QUOTES =
  "Curly quotes are no quotation marks here, but part of the text. Use straight ones ('), or none."
const MARKDOWN_LINK = 'This is a link as Markdown writes it. Write the address in its round brackets alone.'
const QUOTE_INSIDE =
  "The text ends at its second quotation mark. Write one inside it twice, as in 'Founder''s lunch', or put double ones (\") around the text."
const GOES_ON =
  "The text ends at its second quotation mark, and goes on. Put single ones (') around all of it."
const SIGN = 'A text may not begin with this sign. Put the text in quotation marks.'
const COLON_INSIDE = 'A text with a colon and a space in it must stand in quotation marks.'
const COMMENT =
  'After a space a # begins a comment, which nobody reads. Put the text in quotation marks, or a space after the #.'
const NO_ENTRY =
  'A hyphen and a space begin each entry of a list, one below the other. Here this is part of a text.'
const NO_SPACE = 'A space is missing after the colon. Write `title: …`, not `title:…`.'
const NO_COLON =
  'No field begins here: its name needs a colon and a space after it, such as `title: …`. If the text above goes on, indent this line.'

interface Broken {
  code: YAMLError['code']
  detail: string
  offset: number
  document: Document
  /** The line that holds the offset, where it begins, and those below it. */
  start: number
  line: string
  following: string[]
  /** Where the value of the line's first field begins; the line's end when it has none. */
  valueAt: number
}

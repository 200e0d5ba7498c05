import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { kindOfField, newNames, nowCalled } from '../schemas/page.ts'
import { cleanText } from '../shared/clean-text.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readSource, type Path, type Source } from './source.ts'

export function readFile<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
): ReadFile<z.output<Schema>> {
  const { text, problems } = readText(root, file)
  const fields = file.endsWith('.md') ? FRONT_MATTER.exec(text) : ([text, text] as const)
  if (!fields && problems.length === 0) problems.push(problemAt(file, text, 1, NO_FIELDS))
  const [whole = '', yaml = ''] = fields ?? []
  const source = readSource(file, text, problems.length > 0 ? '' : yaml)
  problems.push(...source.problems)
  const read = { source, text, body: text.slice(whole.length).trim(), problems }
  if (problems.length > 0) return { ...read, data: undefined }
  // An empty file is reported as missing fields.
  const { data, error } = schema.safeParse(source.value ?? {}, { error: sentence })
  return { ...read, data, problems: error?.issues.flatMap((issue) => problemsOf(issue, source)) ?? [] }
}

export interface ReadFile<Data> {
  source: Source
  text: string
  body: string
  data: Data | undefined
  problems: ContentProblem[]
}

/**
 * A content file’s text with line feeds only, and without characters that copying adds: Markdown, YAML and transcripts take a
 * no-break space for a letter. '' with a problem.
 */
export function readText(root: string, file: string): { text: string; problems: ContentProblem[] } {
  const text = cleanText(readFileSync(join(root, file), 'utf8')).replace(/\r*\n|\r/g, '\n')
  for (const [unreadable, message] of UNREADABLE) {
    const at = text.search(unreadable)
    if (at < 0) continue
    return { text: '', problems: [problemAt(file, text, text.slice(0, at).split('\n').length, message)] }
  }
  return { text, problems: [] }
}

const UNREADABLE = [
  // Node reads bytes that aren’t UTF-8 as U+FFFD.
  [/[\uFFFD\0]/, 'This file isn’t saved as UTF-8. Save it again with the encoding “UTF-8”.'],
  [
    /^(?:<{7}|>{7})(?: |$)/m,
    'This file has an unfinished merge. Keep the lines of one version; delete the other version and the lines <<<<<<<, ======= and >>>>>>>.',
  ],
] as const

/** The second group has the fields in the lines of the file. */
export const FRONT_MATTER = /^(?:---[^\S\n]*(?=\n))([\s\S]*?\n)---[^\S\n]*(?:\n|$)/

const NO_FIELDS = 'This file has to start with a line of ---, then its fields, then another line of ---.'

function problemsOf(issue: z.core.$ZodIssue, source: Source): ContentProblem[] {
  const { code, path, message } = issue
  if (code === 'unrecognized_keys')
    return issue.keys.map((key) => source.problem([...path, key], unknownField(key, message)))
  return [source.problem(path, missing(code, path, source.at(path)) ?? message)]
}

function unknownField(name: string, known: string): string {
  const now = newNames[name]
  if (now && known.split(', ').includes(now)) return nowCalled(name, now)
  const kind = known.split(', ').includes('kind') ? kindOfField[name] : undefined
  if (kind) return `Only a page of \`kind: ${kind}\` has \`${name}\`. Write that kind, or delete \`${name}\`.`
  return `\`${name}\` isn’t a field here. Fields here: ${known}.`
}

function missing(code: string, path: Path, value: unknown): string | undefined {
  const name = path.findLast((step) => typeof step === 'string')
  if (!name) return undefined
  if (value === undefined && /^invalid_(?:type|value)$/.test(code))
    return `\`${name}\` is missing. Add \`${name}:\`.`
  const isBlank = code === 'too_small' && typeof value === 'string' && value.trim() === ''
  return value === null || isBlank ? `\`${name}\` is empty. Fill it in.` : undefined
}

// Undefined keeps the schema’s own message.
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join(', ') : undefined
    case 'invalid_value':
      return `“${String(issue.input)}” isn’t a valid value. Valid values: ${issue.values.join(', ')}.`
    case 'invalid_type':
      return `This must be ${TYPES[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'array' ? `This needs at least ${issue.minimum} entries.` : undefined
    default:
      return undefined
  }
}

const TYPES: Partial<Record<string, string>> = {
  string: 'text. Put it in quotation marks',
  number: 'a number',
  int: 'a whole number',
  array: 'a list: each entry on a separate line that begins with “- ”',
  object: 'a group of fields, each on a separate line',
  record: 'a group of fields, each on a separate line',
}

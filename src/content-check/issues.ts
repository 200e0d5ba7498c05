import { z } from 'zod'
import { nearest } from '../shared/nearest.ts'
import type { ContentProblem } from './problem.ts'
import type { Path, Source } from './source.ts'

/** A file’s data by its schema, or every mistake in it, as sentences with line and column. */
export function readFields<Schema extends z.ZodType>(
  source: Source,
  schema: Schema,
): Fields<z.output<Schema>> {
  if (source.problems.length > 0) return { data: undefined, problems: source.problems }
  const { data, error } = schema.safeParse(source.value)
  if (!error) return { data, problems: [] }

  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  // A misspelled field is reported once, not also as the missing field it was meant to be.
  const misspelled = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, nearest(key, namesAt(issue.path, json))].join('.'))
      : [],
  )
  const problems = error.issues
    .filter((issue) => !(isMissing(issue, source) && misspelled.includes(issue.path.join('.'))))
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownField(key, issue.path, source, json))
        : [source.problem(issue.path, sentence(issue, source, json))],
    )
  return { data: undefined, problems }
}

export interface Fields<Data> {
  /** undefined when there are problems. */
  data: Data | undefined
  problems: ContentProblem[]
}

function unknownField(key: string, path: Path, source: Source, json: Json): ContentProblem {
  const known = namesAt(path, json)
  const meant = nearest(key, known)
  const remedy = meant
    ? `Did you mean \`${meant}\`?`
    : namesAt([], json).includes(key)
      ? 'It belongs to the whole file: put it on a separate line, without spaces before it.'
      : `Fields here: ${known.join(', ')}.`
  return source.problemAtKey([...path, key], `\`${key}\` isn’t a field here. ${remedy}`)
}

function sentence(issue: Issue, source: Source, json: Json): string {
  const { path, code } = issue
  const name = path.findLast((step) => typeof step === 'string') ?? 'this file'
  const value = source.at(path)
  if (path.length === 0 && value === null)
    return 'This file is empty. Add its fields, as in the files beside it.'
  const isBlank = typeof value === 'string' && value.trim() === '' && code === 'too_small'
  if (isMissing(issue, source) || value === null || isBlank) {
    const text = at(path, json).description
    const help = text ? ` What goes there: ${text}` : ''
    return `\`${name}\` is ${value === undefined ? `missing. Add \`${name}:\`.` : 'empty. Fill it in.'}${help}`
  }
  if (code === 'invalid_type' && issue.expected === 'string')
    return `\`${name}\` must be text, but YAML reads this as ${kindOf(value)}. Put it in quotation marks.`
  if (code === 'invalid_type')
    return `${path.length === 0 ? 'This file' : `\`${name}\``} must be ${KINDS[issue.expected] ?? issue.expected}.`
  if (code === 'invalid_value')
    return invalidValue(JSON.stringify(value).replace(/^"|"$/g, ''), issue.values.map(String))
  if (code === 'too_small' && issue.origin === 'array')
    return `\`${name}\` needs at least ${issue.minimum} entries.`
  return issue.message
}

function invalidValue(value: string, known: string[]): string {
  if (known.length === 1) return `“${value}” isn’t a valid value. Write “${known[0]}”, or delete the line.`
  const meant = nearest(value, known)
  return `“${value}” isn’t a valid value. ${meant ? `Did you mean “${meant}”?` : `Valid values: ${known.join(', ')}.`}`
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'fields' : typeof value === 'number' ? 'a number' : 'true or false'
}

const KINDS: Partial<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  array: 'a list: each entry on a separate line that begins with “- ”',
  object: 'a group of fields, each on a separate line',
}

function isMissing({ code, path }: Issue, source: Source): boolean {
  return (code === 'invalid_type' || code === 'invalid_value') && source.at(path) === undefined
}

function namesAt(path: Path, json: Json): string[] {
  return Object.keys(at(path, json).properties ?? {})
}

/** The part of a JSON schema that describes a path. */
function at(path: Path, json: Json): Json {
  return path.reduce<Json>(
    (here, step) => (typeof step === 'number' ? here.items : here.properties?.[String(step)]) ?? {},
    json,
  )
}

interface Json {
  description?: string
  properties?: Record<string, Json>
  items?: Json
}

type Issue = z.core.$ZodIssue

import type { z } from 'zod'
import { fieldsOf, type Fields } from './fields.ts'
import { nearest } from '../shared/nearest.ts'
import type { Problem } from './problem.ts'
import type { Path, Source } from './source.ts'

/** What a schema finds wrong with a file, in sentences, each at its place. */
export function problemsOf(source: Source, schema: z.ZodType): Problem[] {
  const result = schema.safeParse(source.value)
  if (result.success) return []

  const fields = fieldsOf(schema)
  const misspelled = new Set<string>()
  const found = result.error.issues.map((issue) => ({
    issue,
    problems: explain(issue, source, fields, misspelled),
  }))
  // A misspelled field is one mistake: that the right one is missing goes without saying.
  return found
    .filter(({ issue }) => !(isMissing(issue, source) && misspelled.has(issue.path.join('.'))))
    .flatMap(({ problems }) => problems)
}

function explain(issue: Issue, source: Source, fields: Fields, misspelled: Set<string>): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(key, issue.path, source, fields, misspelled))
  }
  return [source.problem(issue.path, sentence(issue, source, fields))]
}

function unknownField(
  key: string,
  path: Path,
  source: Source,
  fields: Fields,
  misspelled: Set<string>,
): Problem {
  const known = fields.namesAt(path)
  const meant = nearest(key, known)
  if (meant) misspelled.add([...path, meant].join('.'))
  const remedy = meant
    ? `Did you mean \`${meant}\`?`
    : fields.namesAt([]).includes(key)
      ? 'It belongs to the file as a whole: write it at the beginning of a line.'
      : `Known here: ${known.join(', ')}.`
  return source.problemAtKey([...path, key], `\`${key}\` is no field here. ${remedy}`)
}

function sentence(issue: Issue, source: Source, fields: Fields): string {
  const name = nameOf(issue.path)
  const value = source.at(issue.path)
  if (issue.path.length === 0 && value === null)
    return 'The file is empty. Write what its schema asks for, as in the files beside it.'
  if (isMissing(issue, source)) return `\`${name}\` is missing. ${hint(issue.path, fields)}`
  if (value === null || (isBlank(value) && issue.code === 'too_small')) {
    return `\`${name}\` is empty. ${hint(issue.path, fields)}`
  }
  if (issue.code === 'invalid_type' && issue.path.length === 0)
    return `This file must be ${KINDS.object ?? ''}.`
  if (issue.code === 'invalid_type') return `\`${name}\` must be ${KINDS[issue.expected] ?? issue.expected}.`
  if (issue.code === 'invalid_value') return noneOf(JSON.stringify(value), issue.values.map(String))
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `\`${name}\` needs at least ${String(issue.minimum)} entries.`
  if (issue.code === 'invalid_union') return `\`${name}\` is none of the kinds there are.`
  return issue.message
}

function hint(path: Path, fields: Fields): string {
  const text = fields.describe(path)
  return text ? `Write \`${nameOf(path)}:\` and: ${text}` : `Write \`${nameOf(path)}:\`.`
}

function noneOf(written: string, known: string[]): string {
  const value = written.replace(/^"|"$/g, '')
  if (known.length === 1) return `“${value}” is not known here. Write “${known[0]}”, or take the line out.`
  const meant = nearest(value, known)
  return `“${value}” is not known here. ${meant ? `Did you mean “${meant}”?` : `Known here: ${known.join(', ')}.`}`
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text; put it in quotation marks if it looks like a number',
  number: 'a number, without words',
  array: 'a list, each entry on a line of its own that begins with “- ”',
  object: 'a group of fields, each on a line of its own',
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function isMissing(issue: Issue, source: Source): boolean {
  const needsOne = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  return needsOne && source.at(issue.path) === undefined
}

function nameOf(path: Path): string {
  const name = path.findLast((step) => typeof step === 'string')
  return typeof name === 'string' ? name : 'this file'
}

type Issue = z.core.$ZodIssue

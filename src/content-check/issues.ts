import { z } from 'zod'
import { nearest } from '../shared/nearest.ts'
import type { ContentProblem } from './problem.ts'
import type { Source } from './source.ts'

/** A file’s data by its schema, or every mistake in it, as sentences with line and column. */
export function readFields<Schema extends z.ZodType>(
  source: Source,
  schema: Schema,
): Fields<z.output<Schema>> {
  if (source.problems.length > 0) return { data: undefined, problems: source.problems }
  const { data, error } = schema.safeParse(source.value, { error: sentence })
  if (!error) return { data, problems: [] }
  return { data: undefined, problems: error.issues.flatMap((issue) => problemsOf(issue, source)) }
}

export interface Fields<Data> {
  /** undefined when there are problems. */
  data: Data | undefined
  problems: ContentProblem[]
}

function problemsOf(issue: z.core.$ZodIssue, source: Source): ContentProblem[] {
  const { code, path, message } = issue
  if (code === 'unrecognized_keys') {
    const known = message.split(', ')
    return issue.keys.map((key) =>
      source.problemAtKey(
        [...path, key],
        `\`${key}\` isn’t a field here. ${remedy(key, known, 'Fields here')}`,
      ),
    )
  }
  const name = path.findLast((step) => typeof step === 'string')
  const value = source.at(path)
  if (name && value === undefined && code.startsWith('invalid_'))
    return [source.problem(path, `\`${name}\` is missing. Add \`${name}:\`.`)]
  const isBlank = code === 'too_small' && typeof value === 'string' && value.trim() === ''
  if (name && (value === null || isBlank)) return [source.problem(path, `\`${name}\` is empty. Fill it in.`)]
  return [source.problem(path, message)]
}

/** What is wrong, and what to do; of unknown fields, the known ones. undefined where the schema’s own message says it. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape).join(', ') : undefined
    case 'invalid_value': {
      const value = String(issue.input)
      return `“${value}” isn’t a valid value. ${remedy(value, issue.values.map(String), 'Valid values')}`
    }
    case 'invalid_type':
      return `This must be ${KINDS[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return issue.origin === 'array' ? `This needs at least ${issue.minimum} entries.` : undefined
    default:
      return undefined
  }
}

function remedy(word: string, known: readonly string[], are: string): string {
  const meant = nearest(word, known)
  return meant ? `Did you mean \`${meant}\`?` : `${are}: ${known.join(', ')}.`
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text. Put it in quotation marks',
  number: 'a number',
  int: 'a whole number',
  array: 'a list: each entry on a separate line that begins with “- ”',
  object: 'a group of fields, each on a separate line',
  record: 'a group of fields, each on a separate line',
}

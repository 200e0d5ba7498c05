import { z } from 'zod'
import { kindOfField, newNames, nowCalled } from '../schemas/page.ts'
import type { Path } from './source.ts'

/** Judges a file’s fields, and says what is wrong in sentences for editors. */
export function validate<Schema extends z.ZodType>(schema: Schema, fields: unknown) {
  const { data, error } = schema.safeParse(fields, { error: sentence, reportInput: true })
  return { data, issues: error?.issues.flatMap(readIssue) ?? [] }
}

function readIssue(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  const { code, path, message, input } = issue
  if (code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownField(key, message) }))
  return [{ path, message: missing(code, path, input) ?? message }]
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

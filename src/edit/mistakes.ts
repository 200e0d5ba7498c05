import { parse } from 'yaml'
import { validate } from '#src/content-check/issues.ts'
import type { Path } from '#src/content-check/source.ts'
import { kindOf } from '#src/schemas/files.ts'
import type { FormField } from './form-fields.ts'
import { writeYaml } from './formats.ts'

/** What the build would refuse of a file by itself, in the words of its form. */
export function findMistakes(path: string, data: object, fields: FormField[]): string[] {
  if (WITHOUT_WEEK.test(path)) return ['Parent Folder: Choose the week of this video.']
  const kind = kindOf(path)
  if (!kind) return []
  const { body: _, ...content } = savedContent(data as Content, fields)
  const { issues } = validate(kind.schema, parse(writeYaml(content)))
  return issues.map(({ path, message }) => `${labelOf(path, fields)}: ${inWordsOf(fields, message)}`)
}

// The editor makes a folder of the video's own name.
const WITHOUT_WEEK = /^src\/content\/playlist\/[^/]+\/([^/]+)\/\1\.md$/

/** What the editor saves: it leaves out optional fields that are empty. */
function savedContent(content: Content, fields: FormField[]): Content {
  const saved = Object.entries(content).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name)
    if (!field?.required && isEmpty(value)) return []
    const save = (part: unknown) => (field?.fields ? savedContent(part as Content, field.fields) : part)
    return [[name, Array.isArray(value) ? value.filter((part) => !isEmpty(part)).map(save) : save(value)]]
  })
  return Object.fromEntries(saved) as Content
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function labelOf(path: Path, fields: FormField[]): string {
  const labels: string[] = []
  let level: FormField[] | undefined = fields
  for (const step of path) {
    const field: FormField | undefined = level?.find(({ name }) => name === step)
    labels.push(typeof step === 'number' ? String(step + 1) : (field?.label ?? String(step)))
    if (field) level = field.fields
  }
  return labels.join(' › ')
}

/** The content check names fields as in files: `kind: due` is “Kind: Deadline” here. */
function inWordsOf(fields: FormField[], message: string): string {
  if (/^`\w+` is (?:missing|empty)\. /.test(message)) return 'Fill this in.'
  return message.replace(/`(\w+)(?:: ?([^`]*))?`/g, (code, name: string, value?: string) => {
    const field = withInner(fields).find((each) => each.name === name)
    if (!field) return code
    const choice = (field.options as Choice[] | undefined)?.find((each) => String(each.value) === value)
    return value ? `“${field.label}: ${choice?.label ?? value}”` : `“${field.label}”`
  })
}

function withInner(fields: FormField[]): FormField[] {
  return fields.flatMap((field) => [field, ...withInner(field.fields ?? [])])
}

type Content = Record<string, unknown>

interface Choice {
  value?: unknown
  label?: string
}

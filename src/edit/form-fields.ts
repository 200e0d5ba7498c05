import { z } from 'zod'

export function formFields(schema: z.ZodType): FormField[] {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const error = jsonSchema.type === 'string' ? formatError(zodSchema) : undefined
      if (error) jsonSchema.formatError = error
    },
  })
  return fieldsOf(json as JsonSchema)
}

function formatError(schema: z.core.$ZodType): string | undefined {
  const issues = z.safeParse(schema, '\u0000').error?.issues
  return issues?.find(({ code }) => code === 'invalid_format')?.message
}

function fieldsOf(json: JsonSchema): FormField[] {
  const { properties = {}, required = [] } = json.oneOf ? mergeKinds(json.oneOf) : json
  return Object.entries(properties).map(([name, json]) => fieldOf(name, json, required.includes(name)))
}

// The fields of every kind of a union, because the editor has no form that changes. Required is what every kind requires; what
// every kind may have comes last.
function mergeKinds(kinds: JsonSchema[]): JsonSchema {
  const [first = [], ...others] = kinds.map(({ required = [] }) => required)
  const required = first.filter((name) => others.every((each) => each.includes(name)))
  const countKinds = (name: string) => kinds.filter(({ properties = {} }) => name in properties).length
  const properties = kinds
    .flatMap((kind) => Object.entries(kind.properties ?? {}))
    .toSorted(
      ([a], [b]) =>
        Number(required.includes(b)) - Number(required.includes(a)) || countKinds(a) - countKinds(b),
    )
  return { properties: Object.fromEntries(properties), required }
}

function fieldOf(name: string, json: JsonSchema, required: boolean): FormField {
  const label = json.title ?? labelOf(name)
  return { name, label, hint: hintOf(json), required, ...control(json) }
}

// As Markdown, which the editor renders. The default is only described, because the editor would write it into every
// file that leaves it out.
function hintOf({ description, default: defaultValue, choices }: JsonSchema): string | undefined {
  const text = description?.replaceAll('<', '&lt;')
  const hasNoDefaultText = defaultValue === undefined || Array.isArray(defaultValue) || choices
  return hasNoDefaultText ? text : `${text ?? ''} If empty: ${String(defaultValue)}.`
}

export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function control(
  json: JsonSchema,
): Omit<FormField, 'name' | 'label' | 'required'> & Pick<FormField, 'widget'> {
  if (json.control === 'groups' || json.control === 'page') return controls[json.control]
  if (json.choices) return { widget: 'select', options: optionsOf(json.choices, json.const) }
  if (json.const !== undefined) return { widget: 'select', options: [json.const] }
  if (json.enum) return { widget: 'select', options: json.enum }
  if (json.type === 'array' && json.items) return listOf(json, json.items)
  if (json.type === 'object') {
    return json.properties ? { widget: 'object', fields: fieldsOf(json) } : rowsOf(json)
  }
  if (json.type === 'integer' || json.type === 'number') {
    const { minimum: min, maximum: max } = json
    return { widget: 'number', value_type: json.type === 'integer' ? 'int' : 'float', min, max }
  }
  return { ...textOf(json), ...(json.pattern && { pattern: [`/${json.pattern}/u`, json.formatError ?? ''] }) }
}

// A `const` in JSON schema may be a boolean.
function optionsOf(choices: Choices, constValue: unknown) {
  return Object.entries(choices).map(([value, label]) => ({
    label,
    value: value === String(constValue) ? constValue : value,
  }))
}

function rowsOf({ propertyNames = {}, additionalProperties = {} }: JsonSchema) {
  const fields = [fieldOf('key', propertyNames, true), fieldOf('value', additionalProperties, true)]
  return { widget: 'list' as const, summary: '{{key}}', fields }
}

function listOf({ minItems: min, maxItems: max }: JsonSchema, items: JsonSchema) {
  const size = { widget: 'list' as const, label_singular: items.title, min, max }
  // Texts without a rule share a box, one per line.
  if (!items.properties) return items.pattern ? { ...size, field: fieldOf('entry', items, true) } : size
  const fields = fieldsOf(items)
  return { ...size, collapsed: 'auto' as const, summary: `{{${fields[0]?.name}}}`, fields }
}

function textOf({ format, control }: JsonSchema) {
  if (control) return controls[control]
  if (format === 'date') return controls.date
  return { widget: 'string' as const, type: format === 'email' ? 'email' : 'text' }
}

const controls = {
  words: { widget: 'text' },
  markdown: { widget: 'markdown', modes: ['rich_text', 'raw'], editor_components: [] },
  date: { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' },
  'date-time': { widget: 'datetime', format: 'YYYY-MM-DD HH:mm' },
  // Beside its video, to which the editor would give a folder of its own.
  transcript: { widget: 'file', media_folder: '..', public_folder: '' },
  groups: {
    widget: 'relation',
    collection: '_singletons',
    file: 'groups',
    value_field: 'groups.*.name',
    display_fields: ['groups.*.title'],
    multiple: true,
  },
  page: {
    widget: 'relation',
    collection: 'pages',
    value_field: '/{{slug}}',
    display_fields: ['{{title}} (/{{slug}})'],
    dropdown_threshold: 0,
  },
} as const

type Control = keyof typeof controls

// Labels by value; '' is the label for an absent field.
type Choices = Record<string, string>

declare module 'zod' {
  interface GlobalMeta {
    control?: Control
    choices?: Choices
  }
}

interface JsonSchema
  extends
    Partial<Record<'type' | 'title' | 'description' | 'format' | 'pattern' | 'formatError', string>>,
    Partial<Record<'minimum' | 'maximum' | 'minItems' | 'maxItems', number>> {
  default?: string | number | boolean | unknown[]
  const?: unknown
  enum?: unknown[]
  control?: Control
  choices?: Choices
  items?: JsonSchema
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  oneOf?: JsonSchema[]
}

export interface FormField {
  name: string
  label: string
  widget:
    | 'string'
    | 'text'
    | 'markdown'
    | 'number'
    | 'select'
    | 'datetime'
    | 'list'
    | 'object'
    | 'file'
    | 'relation'
  required: boolean
  fields?: FormField[]
  options?: unknown[]
  [option: string]: unknown
}

import type { FormField } from './form-fields.ts'

/** The format of transcripts. YAML formats are called after their kind. */
export const TRANSCRIPT = 'transcript'

/**
 * Turns freely chosen names into rows of a form: `prefill: { Email: email }` becomes a row with `Email` and `email`. The
 * editor's own widget refuses names with a dot, which Google's forms have.
 */
export function toRows(content: Fields, fields: readonly FormField[]): Fields {
  return mapped(content, fields, (value) =>
    isFields(value) ? Object.entries(value).map(([key, value]) => ({ key, value })) : value,
  )
}

/** Turns the rows back. */
export function fromRows(content: Fields, fields: readonly FormField[]): Fields {
  return mapped(content, fields, (value) =>
    Array.isArray(value)
      ? Object.fromEntries(value.map(({ key, value }: { key: string; value: unknown }) => [key, value]))
      : value,
  )
}

type Fields = Record<string, unknown>

function mapped(content: Fields, fields: readonly FormField[], convert: (value: unknown) => unknown): Fields {
  const entries = Object.entries(content).map(([name, value]) => {
    const within = fields.find((field) => field.name === name)?.fields as FormField[] | undefined
    if (!within) return [name, value] as const
    // Of ./form-fields.ts.
    if (within.map((field) => field.name).join() === 'key,value') return [name, convert(value)] as const
    const inside = (part: unknown) => (isFields(part) ? mapped(part, within, convert) : part)
    return [name, Array.isArray(value) ? value.map(inside) : inside(value)] as const
  })
  return Object.fromEntries(entries)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

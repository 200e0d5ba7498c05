import type { FormField } from './form.ts'

/** The custom format of transcripts; a YAML file’s format is called like its kind. */
export const TRANSCRIPT = 'transcript'

/**
 * Turns records with free keys into rows: `prefill: { Email: email }` is one row, `Email` and `email`. Sveltia’s key-value
 * field refuses keys with a dot, which Google’s forms have.
 */
export function toRows(content: Fields, fields: readonly FormField[]): Fields {
  return mapped(content, fields, (value) =>
    isFields(value) ? Object.entries(value).map(([key, value]) => ({ key, value })) : value,
  )
}

/** The inverse of `toRows`. */
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
    // The rows of ./form.ts.
    if (within.map((field) => field.name).join() === 'key,value') return [name, convert(value)] as const
    const inside = (part: unknown) => (isFields(part) ? mapped(part, within, convert) : part)
    return [name, Array.isArray(value) ? value.map(inside) : inside(value)] as const
  })
  return Object.fromEntries(entries)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

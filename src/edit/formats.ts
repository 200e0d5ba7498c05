import { parse, stringify } from 'yaml'

export const FIELDS = 'fields'
export const TRANSCRIPT = 'transcript'

/**
 * Reads a file for its form. Freely chosen names become rows: `prefill: { Email: email }` is a row with `Email` and `email`,
 * because the editor's own widget refuses names with a dot, which Google's forms have.
 */
export function readYaml(text: string): object {
  return parse(text, (name, value: unknown) =>
    name === 'prefill' && typeof value === 'object'
      ? Object.entries(value ?? {}).map(([key, value]) => ({ key, value: value as unknown }))
      : value,
  ) as object
}

export function writeYaml(content: object): string {
  const rowsToObject = (name: unknown, value: unknown) =>
    name === 'prefill' && Array.isArray(value)
      ? Object.fromEntries(value.map(({ key, value }: { key: string; value: unknown }) => [key, value]))
      : value
  return stringify(content, rowsToObject, { lineWidth: 0, singleQuote: true })
}

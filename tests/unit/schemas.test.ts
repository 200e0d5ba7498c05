import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { driftedSchemas, SCHEMA_FOLDER } from '../../checks/schemas.ts'
import { contentKinds } from '#src/schemas/files.ts'

const root = join(import.meta.dirname, '../..')
const schemas = join(root, SCHEMA_FOLDER)

test('the editor’s schemas are the ones the build checks by (npm run schemas writes them anew)', async () => {
  expect(await driftedSchemas()).toEqual([])
})

describe('every content file names its schema, for editors that complete as one types', () => {
  const files = contentKinds([]).flatMap((kind) =>
    'file' in kind
      ? [kind.file]
      : readdirSync(join(root, kind.folder)).map((name) => `${kind.folder}/${name}`),
  )

  test.each(files)('%s', (file) => {
    const [first = ''] = readFileSync(join(root, file), 'utf8').split('\n')
    const named = /^# yaml-language-server: \$schema=(\S+)$/.exec(first)?.[1] ?? 'none'
    expect(existsSync(join(root, dirname(file), named)), first).toBe(true)
  })
})

test('every field of every content file is explained to the editor', () => {
  const unexplained = readdirSync(schemas).flatMap((file) => {
    const schema = JSON.parse(readFileSync(join(schemas, file), 'utf8')) as JsonSchema
    return fieldsWithout(schema).map((field) => `${file}: ${field}`)
  })
  expect(unexplained).toEqual([])
})

function fieldsWithout(schema: JsonSchema, at = ''): string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${at}${name}`]),
    ...fieldsWithout(field, `${at}${name}.`),
  ])
  return schema.items ? [...below, ...fieldsWithout(schema.items, at)] : below
}

interface JsonSchema {
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

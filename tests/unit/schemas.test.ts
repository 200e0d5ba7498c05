import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentKinds } from '#src/schemas/files.ts'
import { driftedSchemas, SCHEMA_FOLDER } from '../../scripts/schemas.ts'

const root = join(import.meta.dirname, '../..')
const schemas = join(root, SCHEMA_FOLDER)

test('the editor’s schemas are the ones the build checks by (npm run schemas writes them anew)', async () => {
  expect(await driftedSchemas()).toEqual([])
})

test('every field of every content file is explained to the editor', () => {
  const unexplained = readdirSync(schemas).flatMap((file) => {
    const schema = JSON.parse(readFileSync(join(schemas, file), 'utf8')) as JsonSchema
    return fieldsWithout(schema).map((field) => `${file}: ${field}`)
  })
  expect(unexplained).toEqual([])
})

test('every content file completes as one types, by its path: no line in it names its schema', () => {
  const bound = contentKinds([]).map((kind) => [
    `./${SCHEMA_FOLDER}/${kind.name}.schema.json`,
    'file' in kind ? kind.file : `${kind.folder}/*.yaml`,
  ])
  const settings = readFileSync(join(root, '.vscode/settings.json'), 'utf8')
  expect(JSON.parse(settings)).toMatchObject({ 'yaml.schemas': Object.fromEntries(bound) as object })
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

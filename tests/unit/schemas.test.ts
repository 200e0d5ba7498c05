import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentKinds } from '#src/schemas/files.ts'
import { driftedSchemas, SCHEMA_FOLDER } from '../../scripts/schemas.ts'

const root = join(import.meta.dirname, '../..')

test('the editor’s schemas are the ones the build checks by (npm run schemas writes them)', async () => {
  expect(await driftedSchemas()).toEqual([])
})

test('every content file completes as one types, by its path: no line in it names its schema', () => {
  const bound = contentKinds([]).map((kind) => [
    `./${SCHEMA_FOLDER}/${kind.name}.schema.json`,
    'file' in kind ? kind.file : `${kind.folder}/*.yaml`,
  ])
  const settings = readFileSync(join(root, '.vscode/settings.json'), 'utf8')
  expect(JSON.parse(settings)).toMatchObject({ 'yaml.schemas': Object.fromEntries(bound) as object })
})

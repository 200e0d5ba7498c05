import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { contentKinds } from '../src/schemas/files.ts'

const root = join(import.meta.dirname, '..')

/** JSON schemas with which code editors complete and check content files. */
export const SCHEMA_FOLDER = 'src/content/schemas'

/** Text of every generated file, by its path in the repository. */
export async function jsonSchemas(): Promise<Map<string, string>> {
  const config = (await resolveConfig(join(root, 'package.json'))) ?? {}
  const files = contentKinds([]).map(async ({ name, schema }) => {
    const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
    const text = await format(JSON.stringify(json), { ...config, parser: 'json' })
    return [`${SCHEMA_FOLDER}/${name}.schema.json`, text] as const
  })
  return new Map(await Promise.all(files))
}

/** Paths of generated files that differ from the schemas. */
export async function driftedSchemas(): Promise<string[]> {
  const expected = await jsonSchemas()
  return [...expected].filter(([file, text]) => readIfThere(file) !== text).map(([file]) => file)
}

async function writeSchemas(): Promise<void> {
  const drifted = await driftedSchemas()
  mkdirSync(join(root, SCHEMA_FOLDER), { recursive: true })
  for (const [file, text] of await jsonSchemas()) writeFileSync(join(root, file), text)
  console.log(
    drifted.length > 0 ? `Updated:\n${drifted.map((file) => `  ${file}`).join('\n')}` : 'Already up to date.',
  )
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.main) await writeSchemas()

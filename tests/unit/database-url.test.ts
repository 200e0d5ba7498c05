import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDatabaseUrl, readStackFile } from '../../db/stack-file.ts'

const LANAI_DATA = mkdtempSync(join(tmpdir(), 'lanai-data-'))
afterAll(() => {
  rmSync(LANAI_DATA, { recursive: true })
})

test.each([
  ['the running portal', '{"databaseUrl":"postgres://stack"}', {}, 'postgres://stack'],
  [
    'DATABASE_URL before the running portal',
    '{"databaseUrl":"postgres://stack"}',
    { DATABASE_URL: 'postgres://env' },
    'postgres://env',
  ],
  ['nothing when the file is half-written', '{"databaseUrl":"postg', {}, null],
  ['nothing when the file tells no address', '{"port":4321}', {}, null],
])('the database of a command: %s', (_, stack, env, expected) => {
  writeFileSync(join(LANAI_DATA, 'stack.json'), stack)
  expect(findDatabaseUrl({ LANAI_DATA, ...env })).toBe(expected)
})

test('the running portal whose data folder is named in .env, as the portal itself reads it', () => {
  const folder = join(LANAI_DATA, 'elsewhere')
  mkdirSync(folder)
  writeFileSync(join(folder, 'stack.json'), '{"databaseUrl":"postgres://elsewhere"}')
  const dotenv = join(LANAI_DATA, '.env')
  writeFileSync(dotenv, `DATABASE_URL=\nLANAI_DATA="${folder}"\n`)
  expect(readStackFile({}, dotenv)?.databaseUrl).toBe('postgres://elsewhere')
  expect(readStackFile({ LANAI_DATA }, dotenv)?.databaseUrl).not.toBe('postgres://elsewhere')
  expect(readStackFile({ LANAI_DATA: '' }, dotenv)?.databaseUrl).toBe('postgres://elsewhere')
})

test('nothing when no portal runs here', () => {
  expect(findDatabaseUrl({ LANAI_DATA: join(LANAI_DATA, 'missing') })).toBeNull()
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findDatabaseUrl, readStackFile } from '../../db/stack-file.ts'
import { formatTable } from '../../tools/table.ts'

const folder = mkdtempSync(join(tmpdir(), 'lanai-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { pid: ended } = spawnSync(process.execPath, ['--version'])

test('a table aligns wide letters and strips control characters', () => {
  const rows = [
    ['張', '1'],
    ['👩‍🚀', '2'],
    ['\u001b[2J\u202ex\ny', ''],
  ]
  expect(formatTable(['n', 'x'], rows)).toBe(
    ['n         x', '張        1', '👩‍🚀        2', '�[2J�x�y'].join('\n'),
  )
})

test('a Node that can’t read TypeScript says in one line how to get the project’s own', () => {
  const args = ['--no-strip-types', '--import', './tools/needs-node.mjs', '--eval', 'console.log(1)']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Node \S+ is too old\. .* npm rebuild --ignore-scripts=false\.\n$/)
})

test.each([
  ['the running portal’s', `{"pid":${process.pid},"databaseUrl":"postgres://stack"}`, {}, 'postgres://stack'],
  ['none where the portal was killed', `{"pid":${ended},"databaseUrl":"postgres://stack"}`, {}, null],
  [
    'DATABASE_URL first',
    `{"pid":${process.pid},"databaseUrl":"postgres://stack"}`,
    { DATABASE_URL: 'postgres://env' },
    'postgres://env',
  ],
  [
    'Neon’s, whose certificate is checked without a warning',
    null,
    { DATABASE_URL: 'postgresql://env/neondb?sslmode=require&channel_binding=require' },
    'postgresql://env/neondb?sslmode=verify-full&channel_binding=require',
  ],
  [
    'one whose certificate nobody checks',
    null,
    { DATABASE_URL: 'postgresql://env/lanai?uselibpqcompat=true&sslmode=require' },
    'postgresql://env/lanai?uselibpqcompat=true&sslmode=require',
  ],
  ['none where the file is half-written', '{"databaseUrl":"postg', {}, null],
  ['none where no portal runs', null, {}, null],
])('the database of a command is %s', (_, stack, env, expected) => {
  rmSync(join(folder, 'stack.json'), { force: true })
  if (stack !== null) writeFileSync(join(folder, 'stack.json'), stack)
  expect(findDatabaseUrl({ LANAI_DATA: folder, ...env })).toBe(expected)
})

test('a command finds the portal whose data folder .env names', () => {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'stack.json'), `{"pid":${process.pid},"databaseUrl":"postgres://elsewhere"}`)
  const dotenv = join(folder, '.env')
  writeFileSync(dotenv, `DATABASE_URL=\nLANAI_DATA="${elsewhere}"\n`)
  expect(readStackFile({}, dotenv)?.databaseUrl).toBe('postgres://elsewhere')
  expect(readStackFile({ LANAI_DATA: folder }, dotenv)).toBeNull()
})

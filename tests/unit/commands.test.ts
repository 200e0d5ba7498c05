import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPeople } from '../../db/admin/people.ts'
import { findDatabaseUrl, readStackFile } from '../../db/stack-file.ts'
import { formatTable } from '../../tools/table.ts'

const folder = mkdtempSync(join(tmpdir(), 'lanai-commands-'))
const file = join(folder, 'founders.csv')
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['commas', 'email,name\na@b.co,"Kai, ""K"" N"\n', [{ line: 2, email: 'a@b.co', name: 'Kai, "K" N' }]],
  ['semicolons', 'Name;Email\r\nKāhili;a@b.co\r\n', [{ line: 2, email: 'a@b.co', name: 'Kāhili' }]],
  [
    'tabs and a byte order mark',
    '\ufeffemail\tname\na@b.co\tKai\n',
    [{ line: 2, email: 'a@b.co', name: 'Kai' }],
  ],
  [
    'blank lines, other columns and lines without a name or an address',
    'Email,Name,Team\n\n a@b.co , Kai ,Blue\nb@c.de\n\n,Noe\n',
    [
      { line: 3, email: 'a@b.co', name: 'Kai' },
      { line: 4, email: 'b@c.de', name: null },
      { line: 6, email: '', name: 'Noe' },
    ],
  ],
])('an administrator’s list with %s is read', (_, text, people) => {
  writeFileSync(file, text)
  expect(readPeople(file, undefined)).toEqual(people)
})

test.each([
  ['no heading', 'a@b.co,Kai\n', 'The first line of the file must be: email,name'],
  ['open quotation marks', 'email,name\na@b.co,Kai "K"\nb@c.de,"No\n', /line 2.*\n.*line 3/],
  ['another encoding', Buffer.from('email,name\na@b.co,J\xf6rg\n', 'latin1'), /not valid for encoding utf-8/],
])('an administrator’s list with %s is refused', (_, text, complaint) => {
  writeFileSync(file, text)
  expect(() => readPeople(file, undefined)).toThrow(complaint)
})

test('a table aligns wide letters and strips control characters', () => {
  const rows = [
    ['張', '1'],
    ['👩‍🚀', '2'],
    ['\u001b[2J\u202ex\ny', ''],
  ]
  expect(formatTable(['n', 'x'], rows, Infinity)).toBe(
    ['n         x', '張        1', '👩‍🚀        2', '�[2J�x�y'].join('\n'),
  )
})

test.each([
  ['the running portal’s', '{"databaseUrl":"postgres://stack"}', {}, 'postgres://stack'],
  [
    'DATABASE_URL first',
    '{"databaseUrl":"postgres://stack"}',
    { DATABASE_URL: 'postgres://env' },
    'postgres://env',
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
  writeFileSync(join(elsewhere, 'stack.json'), '{"databaseUrl":"postgres://elsewhere"}')
  const dotenv = join(folder, '.env')
  writeFileSync(dotenv, `DATABASE_URL=\nLANAI_DATA="${elsewhere}"\n`)
  expect(readStackFile({}, dotenv)?.databaseUrl).toBe('postgres://elsewhere')
  expect(readStackFile({ LANAI_DATA: folder }, dotenv)).toBeNull()
})

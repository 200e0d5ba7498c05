import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPeople } from '../../db/admin/people.ts'

let file: string
beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'lanai-people-')), 'founders.csv')
})
afterAll(() => {
  rmSync(join(file, '..'), { recursive: true })
})

test.each([
  ['commas', 'email,name\na@b.co,"Kai, ""K"" N"\n', [{ line: 2, email: 'a@b.co', name: 'Kai, "K" N' }]],
  ['semicolons', 'Name;Email\r\nKāhili;a@b.co\r\n', [{ line: 2, email: 'a@b.co', name: 'Kāhili' }]],
  [
    'tabs and a mark of UTF-8',
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
  ['a heading alone', 'email,name\n', []],
])('a file with %s is read', (_, text, people) => {
  writeFileSync(file, text)
  expect(readPeople(file, undefined)).toEqual(people)
})

test.each([
  ['no heading', 'a@b.co,Kai\n', 'The first line of the file must be: email,name'],
  ['open quotation marks', 'email,name\na@b.co,Kai "K"\nb@c.de,"No\n', /line 2.*\n.*line 3/],
  ['another encoding', Buffer.from('email,name\na@b.co,J\xf6rg\n', 'latin1'), /not valid for encoding utf-8/],
])('a file with %s is refused', (_, text, complaint) => {
  writeFileSync(file, text)
  expect(() => readPeople(file, undefined)).toThrow(complaint)
})

test('an address is one person', () => {
  expect(readPeople('a@b.co', 'Kai')).toEqual([{ email: 'a@b.co', name: 'Kai' }])
})

import { describe, expect, test } from 'vitest'
import { Email } from '#src/shared/forms.ts'
import { readRoster } from '../../db/admin/roster-file.ts'

const LATIN_1 = Buffer.from('café@example.org,René', 'latin1')
const MEGABYTE = 'x'.repeat(1_000_000)

describe('Reading the file of a roster', () => {
  test.each([
    ['a heading, commas', 'email,name\na@b.co,Kai\n'],
    [
      'other words, semicolons, a mark of UTF-8, Windows line ends',
      '\ufeffFull name;E-Mail\r\nKai;A@B.co \r\n',
    ],
    ['tabs and columns of no interest', 'Team\tE-mail address\tName\nBlue\ta@b.co\tKai'],
    ['first and last name', 'First Name,Last Name,Email\nKai,,a@b.co'],
    ['no heading', 'a@b.co,Kai'],
    ['no heading, name first', 'Kai,a@b.co'],
    ['empty lines and lines of separators', '\n\nemail,name\n,,\n"a@b.co","Kai"\n\n'],
    ['old Macintosh line ends', 'email,name\ra@b.co,Kai'],
  ])('%s', (_, csv) => {
    expect(read(csv)).toMatchObject([{ email: 'a@b.co', name: 'Kai', problem: null }])
  })

  test.each([
    ['a semicolon in a name separates nothing', 'a@b.co,Kai; Jr', 'Kai; Jr'],
    ['the word Email beside an address is no heading', 'Email,a@b.co', 'Email'],
    ['a name may have two hundred letters', `a@b.co,${'x'.repeat(200)}`, 'x'.repeat(200)],
  ])('%s', (_, csv, name) => {
    expect(read(csv)).toEqual([{ line: 1, email: 'a@b.co', name, problem: null }])
  })

  test('columns without an address are no heading: each line is named', () => {
    expect(read('Name,Team\nKai,Blue')).toMatchObject([
      { line: 1, problem: '"name" is not an e-mail address' },
      { line: 2, problem: '"kai" is not an e-mail address' },
    ])
  })

  test('of what is no address the beginning is shown', () => {
    expect(read(`email,name\n${'x'.repeat(300)},Kai`)).toMatchObject([
      { problem: `"${'x'.repeat(60)}" is not an e-mail address` },
    ])
  })

  test('quoted fields may hold separators and quotation marks; only lines end a person', () => {
    expect(read('email,name\na@b.co,"Akana, ""Ace"" Kai"')).toMatchObject([{ name: 'Akana, "Ace" Kai' }])
  })

  test.each([
    ['no address', ',Kai', 'there is no e-mail address'],
    ['no at sign', 'kai.example.org,Kai', '"kai.example.org" is not an e-mail address'],
    ['two addresses', 'a@b.co a@c.co,Kai', '"a@b.co a@c.co" is not an e-mail address'],
    ['a name in brackets', 'Kai <a@b.co>,Kai', '"kai <a@b.co>" is not an e-mail address'],
    [
      'a formula for an address',
      '=HYPERLINK(1)@b.co,Kai',
      '"=hyperlink(1)@b.co" is a formula, not an e-mail address',
    ],
    ['a formula for a name', `a@b.co,"=cmd|'/C calc'!A0"`, `"=cmd|'/C calc'!A0" is a formula, not a name`],
    ['a quotation mark left open', 'a@b.co,"Kai', 'a quotation mark is not closed on its line'],
    ['a long name', `a@b.co,${'x'.repeat(201)}`, 'the name is too long: 201 characters'],
    ['a megabyte', `a@b.co,${MEGABYTE}`, 'the line is too long: 1000007 bytes'],
  ])('%s is named by its line, and the others are read', (_, line, problem) => {
    expect(read(`email,name\nfirst@b.co,F\n${line}\nlast@b.co,L\n`)).toMatchObject([
      { line: 2, email: 'first@b.co', problem: null },
      { line: 3, problem },
      { line: 4, email: 'last@b.co', problem: null },
    ])
  })

  test('a line in another encoding is named, and the others are read', () => {
    const file = Buffer.concat([Buffer.from('email,name\n'), LATIN_1, Buffer.from('\nka@b.co,Kalākaua 🌺\n')])
    expect(read(file)).toMatchObject([
      { line: 2, problem: 'the line is not UTF-8: save the file as "CSV UTF-8"' },
      { line: 3, name: 'Kalākaua 🌺', problem: null },
    ])
  })

  test.each([
    ['UTF-16', Buffer.from('\ufeffemail\na@b.co', 'utf16le')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ])('%s is no CSV, and that is said', (_, file) => {
    expect(read(file)).toMatchObject([
      { line: 1, problem: 'this file is not UTF-8 text: save it as "CSV UTF-8"' },
    ])
  })

  test.each([
    ['a space without width, as it is copied from a page', 'ka\u200bi@example.org\u200b'],
    ['marks of direction, as they are copied from an address book', '\u202akai@example.org\u202c'],
    ['letters of full width', '\uff2b\uff41\uff49\uff20example.org'],
    ['a wide space', 'kai@example.org\u3000'],
  ])('an address with %s is the plain one', (_, address) => {
    expect(Email.parse('Kai@example.org')).toBe('kai@example.org')
    expect(read(`email,name\n${address},Kai`)).toMatchObject([{ email: 'kai@example.org', problem: null }])
  })

  test.each([
    "o'hia@example.org",
    'kai+lanai@ex-ample.co.uk',
    'kai_7@example.org',
    'kah\u014d@example.org',
    'kai@ex\u00e4mple.org',
    'kai..a@example.org',
    '.kai@example.org',
    'kai.@example.org',
    'kai&keoni@example.org',
    'kai@-example.org',
    'kai@example.o1',
    'kai@localhost.',
  ])('%s is taken if one can sign up with it, and named otherwise', (address) => {
    const [line] = read(`email,name\n"${address}",Kai`)
    expect(line?.problem === null).toBe(Email.safeParse(address).success)
  })

  test('an empty file holds nobody', () => {
    expect(read('')).toEqual([])
  })
})

function read(csv: string | Buffer) {
  return readRoster(Buffer.from(csv as string))
}

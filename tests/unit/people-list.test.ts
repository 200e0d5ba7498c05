import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeList, describeMistake } from '#src/shared/people/list-text.ts'
import { cleanText } from '#src/shared/people/person.ts'
import { readList } from '#src/shared/people/read-list.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const NOT_UTF8 = "founders.csv isn't saved as UTF-8. In Excel, choose CSV UTF-8."
const TWO_EMAILS = 'Several columns have email addresses: “Email”, “Other email”. Keep one of them.'
const ODD = 'line 2: "o’b@c.co" is not an email address, because of the character ’ (U+2019)'

/** Each with the people in it, or the mistakes. */
test.each<[list: string | Buffer, ...read: string[]]>([
  // As programs write them.
  ['\ufeffEmail;Name\r\na@b.co;Kāne\r\n', '2 a@b.co Kāne'],
  ['Email,Name,Team\r\na@b.co,Kai,Blue\r\n', '2 a@b.co Kai'],
  [utf16('email\tname\r\na@b.co\tLānai\r\n'), '2 a@b.co Lānai'],
  [utf16('First Name\tEmail\tSurname\r\nKai\ta@b.co\tNāone\r\n').swap16(), '2 a@b.co Kai Nāone'],
  ['Email Address,First Name,Last Name,Address\na@b.co,Kai,N,Hilo', '2 a@b.co Kai N'],
  ['Founder Email,Founder Name\na@b.co,Kai', '2 a@b.co Kai'],
  ['Timestamp,What is your email?,Your name,Company name\n1/5/26,a@b.co,Kai,X', '2 a@b.co Kai'],
  ['username,email,fullname\nkn,a@b.co,Kai', '2 a@b.co Kai'],
  ['First Name,Name,E-mail 1 - Type,E-mail 1 - Value\nK,Kai,Home,a@b.co', '2 a@b.co Kai'],
  ['email,full_name\na@b.co,Kai N', '2 a@b.co Kai N'],
  ['Correo,Equipo\na@b.co,Azul', '2 a@b.co'],
  // Separators, quotation marks and lines.
  ['sep=;\r\nName;Email\r\nKai;a@b.co', '3 a@b.co Kai'],
  ['"Email","Name; as on badges"\na@b.co,Kai\n', '2 a@b.co Kai'],
  [
    '"Email";"Name"\n"a@b.co";"Kai, ""K"" N"\nc@d.co;"K" N',
    'line 3: the quotation marks around a cell don’t match',
  ],
  ['Email,Name\na@b.co,"Kai\nc@d.co,Noe\n', 'line 2: the quotation marks around a cell don’t match'],
  ['Email,Name\na@b.co,Kai "K" N', '2 a@b.co Kai "K" N'],
  ['email,name\ra@b.co,Kai\r', '2 a@b.co Kai'],
  ['Email;Name\r\n\r\na@b.co;Kai\r\n;\r\n;\r\n', '3 a@b.co Kai'],
  ['email,name\na@b.co,"Kai\r\nN"\nc@d.co,\n', '2 a@b.co Kai N', '4 c@d.co'],
  ['Email,Came\na@b.co,TRUE\n,FALSE\n', '2 a@b.co', 'skipped 3'],
  // Cells.
  ['email,name\na@b.co\u200b,\ufeffKai\u00a0N\0\n', '2 a@b.co Kai N'],
  ['email\nKai N <a@b.co>\n"""Noe"" <mailto:c@d.co>"', '2 a@b.co Kai N', '3 c@d.co Noe'],
  ['A@b.co,Kai\nc@d.co,Noe', '1 a@b.co Kai', '2 c@d.co Noe'],
  ['email\ninfo@bücher.example', '2 info@xn--bcher-kva.example'],
  ['email\na@xn--e1afmkfd.xn--p1ai', '2 a@xn--e1afmkfd.xn--p1ai'],
  // Mistakes.
  [Buffer.from('email,name\na@b.co,J\xf6rg', 'latin1'), NOT_UTF8],
  [Buffer.from('email,name\n', 'utf16le'), NOT_UTF8],
  ['PK\x03\x04', 'founders.csv is a workbook. Save it as CSV; in Excel, choose CSV UTF-8.'],
  ['', 'The file has no people.'],
  ['email,name\n', 'The file has no people.'],
  ['Email,Name\n,\n', 'The file has no people.'],
  ['Name,Team\nKai,Blue', 'No column has email addresses. Make the first line: email,name'],
  ['a@b.co,Kai,Blue', 'The columns have no headings. Make the first line: email,name'],
  ['Email,Other email\na@b.co,c@d.co', TWO_EMAILS],
  ['Email,Name,Name\na@b.co,K,N', 'Several columns could be the name: “Name”, “Name”. Keep one of them.'],
  [
    'Email\na@b.co,N',
    'line 2: more cells than headings; a cell with a separator needs quotation marks around it',
  ],
  ['Email,Name\n\n,Noe\nk,\n', 'line 3: Noe has no email address', 'line 4: "k" is not an email address'],
  ['Email\na@b.co\nA@B.co', 'line 3: a@b.co appears twice'],
  ['Email\na@b.co; c@d.co', 'line 2: "a@b.co; c@d.co" has several addresses; give each a line of its own'],
  ['Email\no’b@c.co', ODD],
  ['Email\nk n@c.co', 'line 2: "k n@c.co" is not an email address, because of the space'],
  ['Email\nfounders@cohort.csv', 'line 2: "founders@cohort.csv" is not an email address'],
  ['Email,Name\na@b.co,c@d.co', 'line 2: the name "c@d.co" has an email address in it'],
  [`Email,Name\na@b.co,${'x'.repeat(101)}`, 'line 2: the name is longer than 100 characters'],
  ['kai@,Kai\na@b.co,Noe', 'line 1: "kai@" is not an email address'],
])('a list is read, or each mistake is named: %j', (text, ...expected) => {
  const list = read(text)
  const found =
    'mistakes' in list
      ? list.mistakes.map(describeMistake)
      : [
          ...list.people.map(({ line, email, name }) => `${line} ${email} ${name ?? ''}`.trim()),
          ...list.skippedLines.map((line) => `skipped ${line}`),
        ]
  expect(found).toEqual(expected)
})

test('what was read is named: people, columns used and ignored, and skipped lines', () => {
  const list = read('Came,Email,First Name,Last Name,,Team\n,a@b.co,Kai,N,1,\nno,,,,,\n')
  expect('people' in list && describeList(list)).toBe(
    'Read 1 person: addresses from “Email”, names from “First Name” and “Last Name”. ' +
      'Ignored “Came”, column 5, “Team”. Skipped without address and name: line 3.',
  )
})

test('no row and no column of a list is lost silently', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 9 }).map((each) => each.replace(/[\r\n]/g, ' '))
  const cell = fc.oneof(fc.constantFrom('', 'a@b.co', 'Kai', 'a@b', 'Noe <c@d.co>', '"', '\u200b'), text)
  const heading = fc.constantFrom('Email', 'E-mail 2', 'Name', 'last_name', 'Company name', 'Team', '')
  const rowOf = (cells: fc.Arbitrary<string>) => fc.array(cells, { minLength: 1, maxLength: 5 })
  const table = fc.tuple(rowOf(fc.oneof(heading, cell)), fc.array(rowOf(cell), { maxLength: 6 }))
  const outcomes = { read: 0, refused: 0 }
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), ([first, others], separator) => {
      const rows = [first, ...others]
      const quoted = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(separator))
      const list = read(quoted.join('\n'))
      if ('mistakes' in list) {
        outcomes.refused++
        expect(list.mistakes.map(describeMistake)).not.toEqual([])
        return
      }
      outcomes.read++
      const filled = rows.flatMap((row, n) => (row.some(cleanText) ? [n + 1] : []))
      // The first row is a person or the headings.
      const named = [...list.people.map(({ line }) => line), ...list.skippedLines]
      expect(named).toEqual(expect.arrayContaining(filled.slice(1)))
      const columns = [0, 1, 2, 3, 4].filter((n) => rows.some((row) => cleanText(row[n] ?? '')))
      expect([list.emailColumn, ...list.nameColumns, ...list.ignoredColumns]).toHaveLength(columns.length)
    }),
    { numRuns: 200 },
  )
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0)
})

function read(text: string | Buffer) {
  return readList({ name: 'founders.csv', bytes: Buffer.from(text) })
}

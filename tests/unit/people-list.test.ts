import { expect, test } from 'vitest'
import { toCsv } from '#src/islands/people/download-csv.ts'
import { decodeFile } from '#src/shared/people/decode-file.ts'
import { describeList, describeMistake, labelledColumns } from '#src/shared/people/describe-list.ts'
import { parseList } from '#src/shared/people/parse-list.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const NOT_UTF8 = 'founders.csv isn’t saved as UTF-8. In Excel, choose CSV UTF-8.'
const BROKEN = 'The quotation marks around a cell don’t match'
const SEVERAL = 'has several addresses; give each a line of its own'
const EXTRA = 'More cells than headings; a cell with a separator needs quotation marks around it'
const LOST = 'seems to have lost a letter; in Excel, choose CSV UTF-8'
const UNNAMED = 'No heading says which column has the names:'
const NO_EMAIL = 'No heading says “Email”. Make the first line: email,name'
const NO_ADDRESS = 'has no email address; add it, or remove the line'
const LUMA = 'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,ticket_name'
const EVENTBRITE =
  'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee Status,Company'
const ONE_COLUMN = 'Keep one of them, and give each person a line of their own.'
const NO_NAMES = 'Change one to “Name”, or delete these columns.'

/** Each with the people in it, or the mistakes. */
test.each<[list: string | Buffer, ...read: string[]]>([
  // As programs write them.
  ['\ufeffEmail;Name\r\na@b.co;Kāne\r\n', '2 a@b.co Kāne'],
  [utf16('email\tname\r\na@b.co\tLānai\r\n'), '2 a@b.co Lānai'],
  [utf16('First Name\tEmail\tSurname\r\nKai\ta@b.co\tNāone\r\n').swap16(), '2 a@b.co Kai Nāone'],
  ['Email Address,First Name,Last Name,Address\na@b.co,Kai,N,Hilo', '2 a@b.co Kai N'],
  ['Email,Name,Role\na@b.co,Kai,Mentor\nc@d.co,Noe,', '2 a@b.co Kai as Mentor', '3 c@d.co Noe'],
  [`Email,Name,Job Title\na@b.co,Kai,${'x'.repeat(41)}`, 'line 2: The role is longer than 40 characters'],
  ['Founder Email,Founder Name,Startup Name\na@b.co,Kai,X', '2 a@b.co Kai of X'],
  [
    'Timestamp,Your email?,What’s your full name?,Your startup’s name?\n1/5,a@b.co,K N,X',
    '2 a@b.co K N of X',
  ],
  ['username,email,fullname\nkn,a@b.co,Kai', '2 a@b.co Kai'],
  ['First Name,Last Name,Name Prefix,E-mail 1 - Value\nK,N,Dr.,a@b.co', '2 a@b.co K N'],
  [`${LUMA}\ngst-1,Kai N,Kai,N,a@b.co,+1808,2026-11-01T09:00:00Z,approved,Standard`, '2 a@b.co Kai N'],
  [`${EVENTBRITE}\n1,2026-11-01,Kai,N,a@b.co,1,General,Attending,Kai’s Reef`, '2 a@b.co Kai N of Kai’s Reef'],
  ['Name (First),Name (Last),Mailing Address,E-mail\nK,N,Hilo,a@b.co', '2 a@b.co K N'],
  ['Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value\nK,Work,a@b.co,', '2 a@b.co K'],
  ['First Name,Name,Email\nKai,Kai N,a@b.co\n,Noe,c@d.co', '2 a@b.co Kai N', '3 c@d.co Noe'],
  ['Name,Surname,Email\nKai,N,a@b.co', '2 a@b.co Kai N'],
  ['Founders 2026\nName,Email\nKai,a@b.co', NO_EMAIL],
  ['Vorname;Nachname;E-Mail\nJörg;N;a@b.co', `${UNNAMED} “Vorname”, “Nachname”. ${NO_NAMES}`],
  ['Sukunimi,Sähköposti\nN,a@b.co', NO_EMAIL],
  // Separators, quotation marks and lines.
  ['"Email","Name; as on badges"\na@b.co,Kai\n', '2 a@b.co Kai'],
  ['"Email"\t"Kai"\t"Noe <a@b.co>"', 'The columns have no headings. Make the first line: email,name'],
  ['"Email";"Name"\n"a@b.co";"Kai, ""K"" N"\n"c@d.co";"K" N', `line 3: ${BROKEN}`],
  ['Email,Name\na@b.co,"Kai\nc@d.co,Noe\n', `line 2: ${BROKEN}`],
  ['Email,Name\na@b.co,Kai "K" N', '2 a@b.co Kai "K" N'],
  ['email,name\ra@b.co,Kai\r', '2 a@b.co Kai'],
  [';;\r\nEmail;Name\r\n\r\na@b.co;Kai\r\n;\r\n;\r\n', '4 a@b.co Kai'],
  ['email,name\na@b.co,"Kai\r\nN"\nc@d.co,\n', '2 a@b.co Kai N', '4 c@d.co'],
  ['Email,Name,Came\na@b.co,K,TRUE\n,,FALSE\n', '2 a@b.co K', 'skipped 3'],
  // Cells.
  ['email,name\na@b.co\u200b,\ufeffKai\u00a0N\0\n', '2 a@b.co Kai N'],
  ['email\nKai N <a@b.co>;\n"""Noe"" <c@d.co>"', '2 a@b.co Kai N', '3 c@d.co Noe'],
  ['email\n"""a@b.co"" <a@b.co>"', '2 a@b.co'],
  ['A@b.co,Kai\nc@d.co,Noe', '1 a@b.co Kai', '2 c@d.co Noe'],
  ['K <a@b.co>; Noe <c@d.co>', `line 1: “K <a@b.co>, Noe <c@d.co>” ${SEVERAL}`],
  ['email\ninfo@bücher.example', '2 info@xn--bcher-kva.example'],
  // Mistakes.
  [latin1('email,name\na@b.co,Ren\xe9'), NOT_UTF8],
  [Buffer.from('email,name\n', 'utf16le'), NOT_UTF8],
  ['email,name\na@b.co,\u001b$BEDCf\u001b(B', NOT_UTF8],
  ['PK\x03\x04', 'founders.csv is a workbook. Save it as CSV; in Excel, choose CSV UTF-8.'],
  ...['', 'email,name\n', 'Email,Name\n,\n'].map((list): [string, string] => [
    list,
    'The list has no people.',
  ]),
  ['Email,Email 2\na@b.co,c@d.co', `Several columns have email addresses: “Email”, “Email 2”. ${ONE_COLUMN}`],
  ['Email,Name,Name\na@b.co,K,N', 'Several columns could be the name: “Name”, “Name”. Keep one of them.'],
  ['Email,Name\n\n,Noe\nk,\n', `line 3: Noe ${NO_ADDRESS}`, 'line 4: “k” is not an email address'],
  ['Email\na@b.co\nA@B.co', 'line 3: a@b.co appears twice'],
  [
    'Email,Name\na@b.co,?Iolani\na@b.co,Kai,x',
    `line 2: The name “?Iolani” ${LOST}`,
    'line 3: a@b.co appears twice',
  ],
  ['Email,Name\n"a@b.co, c@d.co",K', `line 2: “a@b.co, c@d.co” ${SEVERAL}`],
  ['a@b.co,c@d.co\ne@f.co,g@h.co', `line 1: “a@b.co, c@d.co” ${SEVERAL}`],
  ['Name,Email\nN, Kai,a@b.co', `line 2: ${EXTRA}`],
  ['Email,Name\na@b.co,RenÃ© MÃ¼ller', `line 2: The name “RenÃ© MÃ¼ller” ${LOST}`],
  ['Email,Name\na@b.co,Å‚ukasz', `line 2: The name “Å‚ukasz” ${LOST}`],
  ['Email,Name\na@b.co,SÃO Åse Êá', '2 a@b.co SÃO Åse Êá'],
  ['Names,Emails\n"K, N","a@b.co, c@b.co"', `line 2: “a@b.co, c@b.co” ${SEVERAL}`],
  ['Email,Name\na@b.co,?Iolani', `line 2: The name “?Iolani” ${LOST}`],
  ['Email\no’b@c.co', 'line 2: “o’b@c.co” is not an email address'],
  ['Email\nfounders@cohort.csv', 'line 2: “founders@cohort.csv” is not an email address'],
  ['Email,Name\na@b.co,c@d.co', 'line 2: The name “c@d.co” has an email address in it'],
  [`Email,Name\na@b.co,${'x'.repeat(101)}`, 'line 2: The name is longer than 100 characters'],
  ['kai@,Kai\na@b.co,Noe', 'line 1: “kai@” is not an email address'],
])('a pasted list is read: %j', (text, ...expected) => {
  const list = read(text)
  const mistakes = 'code' in list ? [list] : list.mistakes
  const found =
    'code' in list || mistakes.length > 0
      ? mistakes.map(describeMistake)
      : [
          ...list.people.map(({ line, email, name, company, role }) =>
            [line, email, name, company && `of ${company}`, role && `as ${role}`].filter(Boolean).join(' '),
          ),
          ...list.skippedLines.map((line) => `skipped ${line}`),
        ]
  expect(found).toEqual(expected)
})

test('the summary names the columns and lines that were read', () => {
  const list = read('Came,Email,First Name,Last Name,,Team,Role\n,a@b.co,René,N,1,,Angel\nno,,,,,,\n')
  expect('people' in list && describeList(list)).toBe(
    'Read 1 person: addresses from “Email”, names from “First Name” and “Last Name”, companies from “Team”, roles from “Role” (Angel). ' +
      'Ignored “Came”, column 5. Skipped without address and name: line 3.',
  )
})

test('the summary of a list with mistakes alone counts no one', () => {
  const list = read('Name,Email\nKai,kai')
  expect('people' in list && describeList(list)).toMatch(
    /^Nobody is ready to invite\. Read addresses from “Email”, /,
  )
})

test.each([
  ['Kai,a@gmial.com', ['Email', 'Name']],
  ['Full name,E-mail\nKai,a@gmial.com', ['E-mail', 'Full name']],
  ['Name,Email\nN,a@b.co,Kai', ['Email', 'Name', 'Column 3']],
])('the cells of a line are labelled: %j', (text, labels) => {
  const list = read(text)
  const [mistake] = 'code' in list ? [] : list.mistakes
  if ('code' in list || !mistake) throw new Error('The line has a mistake.')
  expect(labelledColumns(list, mistake).map(({ label }) => label)).toEqual(labels)
})

function read(text: string | Buffer) {
  const decoded = decodeFile('founders.csv', Buffer.from(text))
  return typeof decoded === 'string' ? parseList(decoded) : decoded
}

test('the portal’s own export of people is read back unchanged', () => {
  const names = [
    ...[
      "'Okina",
      '=Kai',
      '+Kai',
      '@kai',
      '- Leilani',
      "'=Kai",
      "''+Kai",
      '"Kai" N',
      '"=Kai',
      '\'"=Kai',
      'Kai "K" N',
    ],
    ...['Kai, N', 'Kai; N', 'Kai;=1', "Kai;'=1", "Kai; '=1", '＝Kai', 'Kāne', '"', "'"],
  ]
  const people = names.map((fullName, n) => {
    return { email: `${"+-='".charAt(n % 5)}a${n}@b.co`, fullName, company: names.at(-n) }
  })
  const list = read(toCsv(people as unknown as Parameters<typeof toCsv>[0]))
  if ('code' in list) throw new Error(describeMistake(list))
  expect(list.mistakes).toEqual([])
  expect(list.people.map(({ email, name, company }) => ({ email, fullName: name, company }))).toEqual(people)
})

const GROUPS = [
  { name: 'cohort-17', title: 'Cohort 17' },
  { name: 'mentors', title: 'Mentors' },
  { name: 'hilo', title: 'Hilo, and friends' },
  { name: 'naupaka-cohort', title: 'The fifth' },
]

test.each([
  ['Email,Group\na@b.co,mentors', ['mentors']],
  ['Email,Groups\na@b.co,"Mentors, COHORT-17; mentors"', ['mentors', 'cohort-17']],
  ['Email,Group(s)\na@b.co,"Hilo, and friends"', ['hilo']],
  ['Email,Your cohort?\na@b.co,17', ['cohort-17']],
  ['Email;Cohort Name;Name\na@b.co;#17;Kai', ['cohort-17']],
  ['Email,Cohort\na@b.co,Naupaka', ['naupaka-cohort']],
  ['Email,Cohort\na@b.co,', []],
])('a list says which groups people are in: %j', (text, groups) => {
  const list = parseList(text, GROUPS)
  if ('code' in list) throw new Error(describeMistake(list))
  expect(list.people.map((person) => person.groups)).toEqual([groups])
  expect(describeList(list)).toMatch(/, groups from “/)
})

test('an unknown group is a mistake of its cell, with the nearest', () => {
  const list = parseList('Email,Group\na@b.co,"Cohort 17, Mentros"', GROUPS)
  if ('code' in list) throw new Error(describeMistake(list))
  expect(
    list.mistakes.map((each) => [describeMistake(each), each.columns.map(({ label }) => label)]),
  ).toEqual([['line 2: There is no group “Mentros”; did you mean Mentors?', ['“Group”']]])
})

test('a column of groups is ignored where the content has none', () => {
  const list = parseList('Email,Name,Group\na@b.co,Kai,17')
  expect('people' in list && describeList(list)).toMatch(/Ignored “Group”\.$/)
})

test('the groups of the portal’s own export are read back', () => {
  const people = [{ email: 'a@b.co', fullName: 'Kai', groups: ['cohort-17', 'mentors'] }]
  const list = parseList(toCsv(people as unknown as Parameters<typeof toCsv>[0]).slice(1), GROUPS)
  expect('people' in list && list.people).toMatchObject([{ groups: ['cohort-17', 'mentors'] }])
})

/** Each with the code of its mistake and the wrong cells. */
test.each([
  ['Name,Email\nKai,kai', 'not_address', ['“Email”']],
  ['Name,Email\nKai,', 'no_address', ['“Email”']],
  ['Name,Email\nKai,a@b.co\nKai,a@b.co', 'repeated', ['“Email”']],
  ['First name,Surname,Email\nKai,N?one,a@b.co', 'lost_letter', ['“First name”', '“Surname”']],
  ['Email\nK?i <a@b.co>', 'lost_letter', ['“Email”']],
  [`Name,Email,Team\nKai,a@b.co,${'x'.repeat(81)}`, 'company_too_long', ['“Team”']],
  ['Name,Email,Phone\nN,Kai,a@b.co,555', 'extra_cell', ['column 4']],
])('invalid cells are named: %j', (text, code, labels) => {
  const list = parseList(text)
  const mistakes = 'code' in list ? [] : list.mistakes
  expect(mistakes.map((each) => [each.code, each.columns.map(({ label }) => label)])).toEqual([
    [code, labels],
  ])
})

test.each([
  ['kai@gmial.com', 'line 2: Did you mean kai@gmail.com?'],
  ['kai@gmail.co', 'line 2: Did you mean kai@gmail.com?'],
  ['kai@outlok.com', 'line 2: Did you mean kai@outlook.com?'],
  ...['gmail.com', 'ymail.com', 'mail.com', 'email.com', 'yahoo.ca', 'gmx.com', 'outlook.de'].map((host) => [
    `kai@${host}`,
  ]),
])('a near miss of a known mail host is named: %s', (email, ...expected) => {
  const list = parseList(`Email\n${email}`)
  expect('code' in list ? [] : list.mistakes.map(describeMistake)).toEqual(expected)
})

test.each([
  ['Fouder', [], ['line 2: Did you mean Founder?']],
  ['Fouder', ['Fouder'], []],
  ['Angel', [], []],
  ['founder', [], []],
])('a near miss of a known role is named unless it is confirmed: %s %j', (role, confirmed, expected) => {
  const rows = [
    { line: 1, cells: ['Email', 'Role'] },
    { line: 2, cells: ['a@b.co', role], confirmed },
  ]
  const list = parseList(rows, [], ['Founder', 'Mentor'])
  if ('code' in list) throw new Error(describeMistake(list))
  expect(list.mistakes.map(describeMistake)).toEqual(expected)
  if (role === 'founder') expect(list.people).toMatchObject([{ role: 'Founder' }])
})

test('a list with mistakes is read again once it is corrected', () => {
  const list = parseList('email,name\na@b.co,Kai\nnobody,Noe\nc@d.co,Pua')
  if ('code' in list) throw new Error(describeMistake(list))
  expect(list.people.map(({ name }) => name)).toEqual(['Kai', 'Pua'])
  const corrected = parseList(list.rows.with(2, { line: 3, cells: ['e@f.co', 'Noe'] }))
  expect(corrected).toMatchObject({ mistakes: [], people: { 1: { line: 3, email: 'e@f.co', name: 'Noe' } } })
})

test.each([
  ['=1+1', "'=1+1"],
  // Excel splits at semicolons in countries that write decimals with a comma.
  ['x;=1;y', "x;'=1;y"],
  ['x; "@SUM(1)', `"x;' ""@SUM(1)"`],
])('a spreadsheet reads the name %s as text', (fullName, cell) => {
  const people = [{ email: 'keoni@example.org', fullName }] as Parameters<typeof toCsv>[0]
  expect(toCsv(people)).toMatch(/^\ufeffemail,name,/)
  expect(toCsv(people)).toContain(`\nkeoni@example.org,${cell},`)
})

import { expect, test } from 'vitest'
import { Email, FullName } from '#src/shared/people/person.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

/** The form and SQL have one rule for addresses and one for names: each row goes through both. */

const database = useDatabase()
const REFUSED = [
  ...[
    '',
    'a b@example.org',
    '"a b"@example.org',
    'k\u200dk@example.org',
    'kal\u0131@example.org',
    'K\u0130@example.org',
    'a\u00a8b@example.org',
  ],
  ...'kala kala@example kalaexample.org @example.org a@b@example.org josé@example.org o’brien@example.org'.split(
    ' ',
  ),
  ...'.a@example.org a.@example.org a..b@example.org a@[127.0.0.1] a@127.0.0.1 a@-b.org a@b-.org a@b..org'.split(
    ' ',
  ),
  ...'a@b.org. a@b_c.org a@b.o a@b.c0m a@b.org/c a@b.org:80 a@b%2ecom.org'.split(' '),
  ...'a@cohort.csv a@cohort.TSV a@cohort.txt a@cohort.xls a@cohort.xlsx'.split(' '),
]
const longest = `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}com`
const fancy = longest.replaceAll('a', '\u{1D41A}').replaceAll('b', '\u{1D41B}')

test.each<[typed: string, email: string | null, inSql?: null]>([
  ['KALA@Example.org', 'kala@example.org'],
  [`${' '.repeat(1000)}kala@example.org\r\n`, 'kala@example.org'],
  ['\ufeffkala\u200b@example.org\u00a0\u200d', 'kala@example.org'],
  ['kala＠example．org', 'kala@example.org'],
  ['\u212aala@example.org', 'kala@example.org'],
  ['kala+lanai@example.org', 'kala+lanai@example.org'],
  ['r&d@example.org', 'r&d@example.org'],
  ["o'brien@example.org", "o'brien@example.org"],
  ['!#$%*/=?^_`{|}~-@example.org', '!#$%*/=?^_`{|}~-@example.org'],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@xn--e1afmkfd.xn--p1ai'],
  // SQL asks for the domain as in DNS.
  ['Info@Bücher.example', 'info@xn--bcher-kva.example', null],
  ['a@испытание.рф', 'a@xn--80akhbyknj4f.xn--p1ai', null],
  [longest, longest],
  [fancy, longest],
  [`a${longest}`, null],
  [`a@${'b'.repeat(64)}.org`, null],
  [`${'a.'.repeat(26)}a@${'b.'.repeat(110)}org`, null],
  ...REFUSED.map((typed): [string, null] => [typed, null]),
])('the address %j is %j', async (typed: string, email: string | null, inSql: string | null = email) => {
  expect(Email.safeParse(typed).data ?? null).toBe(email)
  expect((await fromSql([typed]))[0]?.email).toBe(inSql)
})

test.each([
  ['  Leilani\r\n\tAkana\u2028', 'Leilani Akana'],
  ['\ufeffKai\u00a0\u3000Nakamura\u200b', 'Kai Nakamura'],
  ['Kalākaua ʻŌhiʻa 張 🌺 "x" </script>', 'Kalākaua ʻŌhiʻa 張 🌺 "x" </script>'],
  ['👩\u200d🚀 نامه\u200cای\u200c', '👩\u200d🚀 نامه\u200cای'],
  ['a\u0085b\u001b[2J', 'a b [2J'],
  [' \u200b\u200d\u034f\u115f\u1160\u2800\u3164\uffa0 ', null],
])('the name %j is %j', async (typed, name) => {
  expect(FullName.parse(typed)).toBe(name)
  expect((await fromSql([typed]))[0]?.name).toBe(name)
})

function fromSql(typed: string[]) {
  return query<{ email: string | null; name: string | null }>(
    database,
    `select case when is_valid_email(normalize_email(typed)) then normalize_email(typed) end as email,
       nullif(clean_text(typed), '') as name
     from unnest($1::text[]) with ordinality as given (typed, nth) order by nth`,
    [typed],
  )
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

/** Files that administrators make. */
const FILES = {
  'roster.csv': 'Name;E-mail\nKeoni Kalākaua;keoni@example.org\nNew;new@example.org\nNobody;nobody\n',
  'good.csv': 'pua@example.org,Pua\nlani@example.org,Lani\n',
  'empty.csv': '',
  'list.txt': '\ufeff# Friday\nkeoni@example.org;  leilani@example.org,\n',
  'people.csv': 'name,e-mail\nKeoni,keoni@example.org\n',
  'bad.csv': 'Keoni,keoni@example.org\nNoe Kai,no address\n',
  'unnamed.csv': 'name,e-mail\nNoe Kai,\n',
}

/** Calls as administrators type them, one after the other where the first changes what the next one says. */
const CALLS: readonly [about: string, ...calls: string[]][] = [
  [
    'who waits',
    'pending',
    'pending --per-page 2',
    'pending --per-page 2 --page 2',
    'pending --page 2',
    'pending --csv',
  ],
  ['who waits, for programs', 'pending --json', 'pending --json --per-page 2', 'pending --csv --page 1'],
  [
    'who is in',
    'approved',
    'approve keoni@example.org leilani@example.org --actor Noe',
    'approved',
    'approved --per-page 1',
    'approved --per-page 1 --page 2',
    'approved --page 2',
    'approved --json',
  ],
  [
    'an approval',
    'approve keoni@example.org --actor Noe',
    'approve keoni@example.org',
    'approve keoni@example.org leilani@example.org --actor Noe',
    'history --latest 1',
    'history keoni@example.org',
    'history keoni@example.org --json',
    'history keoni@example.org kai@example.org',
  ],
  [
    'what is taken back',
    'approve keoni@example.org leilani@example.org',
    'undo keoni@example.org',
    'undo keoni@example.org',
  ],
  ['who has not confirmed', 'approve kai@example.org', 'approve kai@example.org --force'],
  [
    'everybody who has confirmed',
    'approve --all-confirmed --dry-run',
    'approve --all-confirmed kai@example.org',
  ],
  [
    'an address that nobody has',
    'approve keoni@example.org nobody@example.org',
    'approve --skip-unknown keoni@example.org nobody@example.org',
  ],
  [
    'a denial',
    'deny keoni@example.org --reason Full --dry-run',
    'deny keoni@example.org --reason Full --actor Noe',
    'deny keoni@example.org',
    'pending',
    'history keoni@example.org',
  ],
  ['a list of addresses', 'approve --file list.txt'],
  ['a table of people', 'approve --file people.csv'],
  ['a table with a mistake', 'approve --file bad.csv', 'approve --file unnamed.csv'],
  ['a table of nobody', 'approve --file empty.csv', 'approve'],
  [
    'who is found',
    'find kala',
    'find kalākaua --most 1',
    'find nothing',
    'find',
    'find e --most x',
    'find e --most x1',
    'find e --most 1x',
    'find e --most 0',
    'find kala --json',
  ],
  [
    'one member',
    'member keoni@example.org',
    'member kai@example.org',
    'member keoni@example.org --json',
    'member',
    'member keoni@example.org kai@example.org',
  ],
  ['the roster', 'roster-import roster.csv', 'member keoni@example.org', 'roster-import roster.csv'],
  [
    'a strict roster',
    'roster-import roster.csv --strict',
    'roster-import good.csv --strict',
    'roster-import empty.csv',
  ],
  [
    'a roster that is not there',
    'roster-import',
    'roster-import good.csv roster.csv',
    'roster-import good.csv --dry-run',
  ],
  [
    'the end of sessions',
    'sessions-end keoni@example.org',
    'sessions-end --everybody',
    'sessions-end',
    'sessions-end --everybody kai@example.org',
  ],
  [
    'editors',
    'editors keoni@example.org',
    'editors keoni@example.org',
    'editors',
    'editors --file list.txt',
    'editors --remove keoni@example.org',
    'editors',
  ],
  [
    'administrators',
    'admins keoni@example.org',
    'admins',
    'admins --remove --file list.txt',
    'admins --remove',
  ],
  [
    'a kick-off',
    'kick-off',
    'kick-off --people 200 --actor Noe',
    'kick-off --people 2000 --from 2199-01-01Z --until 2199-01-01T09:00Z --actor Noe',
    'kick-off',
    'kick-off --people 2001',
    'kick-off --until 2199-01-01Z',
    'kick-off --end --people 5',
    'kick-off --end',
    'kick-off --end',
    'kick-off x',
    'kick-off --people 5 x',
  ],
  [
    'a sentence on the sign-in screen',
    'status',
    'status --until tomorrow',
    'status Away --until 2199-01-01Z --actor Noe',
    'status',
    'status --json',
    'status Away twice',
    'status Away --clear',
    'status --clear --until tomorrow',
    'status --clear --json',
    'status --clear',
  ],
  ['the numbers', 'stats', 'stats --json'],
  [
    'what nobody was told',
    'outbox',
    'outbox --latest 1',
    'outbox --json',
    'outbox-retry kai@example.org',
    'outbox-retry keoni@example.org',
    'outbox-retry',
    'outbox x',
  ],
  ['all that was given up', 'outbox-retry --file good.csv', 'outbox-retry --json'],
  ['a restored backup', 'after-restore --dry-run', 'after-restore', 'after-restore --json', 'outbox'],
  [
    'a deletion',
    'delete',
    'delete keoni@example.org --actor Noe',
    'delete',
    'delete --keep keoni@example.org',
    'delete --keep keoni@example.org',
    'delete --keep',
  ],
  ['the help', 'help', 'outbox --help'],
  ['a mistyped call', 'aprove', 'outbox --lates 1', 'pending --json --csv', 'pending keoni@example.org'],
  ['completion', 'completion', 'completion bash zsh'],
]

describe('what the command says, as somebody last read it, of', () => {
  const database = useDatabase()
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanai-files-'))
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    await query(database, 'delete from users; delete from roster; delete from outbox; delete from kick_offs')
    for (const [email, name] of [
      ['keoni@example.org', 'Keoni Kalākaua'],
      ['leilani@example.org', 'Leilani ʻŌhiʻa'],
      ['kai@example.org', null],
    ])
      await query(database, `select register_member($1, '$argon2id$', $2)`, [email, name])
    await query(
      database,
      `update users set email_confirmed_at = now(), password_proven_at = now() where email not like 'kai@%'`,
    )
    await query(database, 'delete from outbox')
    await query(
      database,
      `insert into outbox (kind, dedupe_key, payload, created_at, attempts, dead_at, last_error) values
        ('password_changed', 'a', '{"to": "keoni@example.org"}', now() - interval '3 hours', 8, now(), 'refused'),
        ('password_changed', 'b', '{"to": "kai@example.org"}', now() - interval '2 hours', 1, null, 'down'),
        ('password_changed', 'c', '{"to": "leilani@example.org"}', now(), 0, null, null)`,
    )
  })

  test.each(CALLS)('%s', async (_, ...calls) => {
    const said: string[] = []
    for (const call of calls) said.push(await saidOf(call))
    expect(said.join('\n')).toMatchSnapshot()
  })

  test('messages, where there are none', async () => {
    await query(database, 'delete from outbox')
    expect([await saidOf('outbox'), await saidOf('after-restore')].join('\n')).toMatchSnapshot()
  })

  async function saidOf(call: string): Promise<string> {
    const args = call.split(' ').filter(Boolean)
    const paths = args.map((word) => (Object.keys(FILES).includes(word) ? join(folder, word) : word))
    const { status, stdout, stderr } = await runCli(paths, {
      DATABASE_URL: database.roleUrls.lanai_admin,
      LANAI_DATA: join(folder, 'no-portal-here'),
    })
    return withoutChance(`$ ${call}\n${stdout}${stderr && `! ${stderr}`}= ${status}\n`)
  }
})

/** As wide as it was, so that columns stand as they stood. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?/g, (time) =>
      time.startsWith('2199') ? time : time.replaceAll(/\d/g, '0'),
    )
    .replaceAll(/"id": "[\da-f-]+"/g, '"id": "…"')
    .replaceAll(/admin cli \(.+? as \w+\)/g, 'admin cli (…)')
}

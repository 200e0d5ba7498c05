import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../db/admin/cli.ts'
import { runCli, useWaitingPeople } from '../support/admin-cli.ts'
import { useFolder } from '../support/folder.ts'
import { query } from '../support/query.ts'

const FILES = {
  'kai@example.org.csv': 'kai@example.org\nKai <kala@bücher.example>\n',
  'founders.csv': '\ufeffEmail;Name\r\nnoe@example.org;Noe Kai\r\npua@example.org;\r\n',
  'western.csv': Buffer.from('email,name\nrene@example.org,Ren\xe9\n', 'latin1'),
  'grouped.csv': 'email,name,Cohort\nnoe@example.org,Noe,17\npua@example.org,Pua,"17, Mentors"\n',
  'misgrouped.csv': 'email,name,Cohort\nnoe@example.org,Noe,Mentros\n',
  'src/content/groups.yaml':
    'groups:\n  - { name: cohort-17, title: Cohort 17 }\n  - { name: mentors, title: Mentors }\n  - { name: alumni, title: Alumni }\n',
  'bad.csv': 'email,name\nnoe@example.org,Noe\nnobody,Noe\n\nnoe@example.org,Again\n',
}

const folder = useFolder('lanai@example.com-')
const { database, admin, statuses } = useWaitingPeople(folder)
beforeAll(() => {
  mkdirSync(join(folder, 'src/content'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
})

const KEPT_NONE = /^The last sweep kept none\.\n$/

/** Calls in order, each with what it prints. */
const CALLS: [rule: string, ...calls: [call: string, printed: RegExp][]][] = [
  [
    'pending lists who waits, longest first',
    ['pending', /^email .+ waits +email confirmed\nkeoni@.+ 0 d 0 h +yes\nleilani@.+ yes\nkai@.+ no\n$/],
  ],
  [
    'approve lets members in, once',
    [
      'approve keoni@example.org Leilani@Example.org',
      /keoni@.+ pending +approved +changed\nleilani@.+ changed\n/,
    ],
    ['approve keoni@example.org', /approved +approved +nothing changed\n/],
    ['approve --force -- kai@example.org', /kai@.+ changed\n/],
    ['pending', /^No one is waiting\.\n$/],
  ],
  [
    'history shows every decision',
    ['deny keoni@example.org --reason Full --actor Noe', /keoni@.+ pending +denied +changed\n/],
    ['approve keoni@example.org --actor Pua', /keoni@.+ denied +approved +changed\n/],
    ['history', /keoni@.+ denied +approved +no +Pua\n.+ pending +denied +no +Noe +Full\n/],
    ['history keoni@example.org --latest 1', /^created at .+\n.+Pua\n$/],
    ['history kai@example.org', /^No decisions yet\.\n$/],
  ],
  [
    'find takes a part of a name or an address without its accents',
    ['find kalakaua', /^email .+\nkeoni@example\.org +Keoni Kalākaua +pending +yes +20.+ UTC\n$/],
    ['find kalākaua KEO', /\nkeoni@.+\n$/],
    ['find leilani keoni', /^No one matches/],
    ['find nothing', /^No one matches/],
    ['find --approved', /^No one matches/],
    ['approve leilani@example.org', /changed/],
    ['find --approved', /^email .+\nleilani@.+\n$/],
    ['find', /(.+\n){4}/],
  ],
  [
    'company changes what is given alone',
    [
      'company Kona keoni@example.org leilani@example.org --role Founder --actor Noe',
      /keoni@.+ Kona +Founder\nleilani@.+ Kona/,
    ],
    ['company Kona leilani@example.org --actor Pua', /leilani@.+ Kona +Founder/],
    ['history leilani@example.org', /^created at .+\n.+ profile_changed +no +Noe +Kona, Founder\n$/],
    ['find kona', /^email .+\nkeoni@.+ Kona +Founder .+\nleilani@.+\n$/],
  ],
  [
    'member shows everything about one person',
    ['approve keoni@example.org --reason Mentor --actor Noe', /changed/],
    [
      'member keoni@example.org',
      /^email +keoni@example\.org\nfull name +Keoni Kalākaua\ncompany +-\nrole +-\ngroups +-\nstatus +approved\n(.+\n)+sessions +0\nlast seen at +-\nbounce +-\nbounced at +-\nhas picture +no\n\nMessages\n.+\n.+ membership_decided +waiting +0\n\nDecisions\n.+\n.+ pending +approved +no +Noe +Mentor\n$/,
    ],
    ['member kai@example.org', /\n\nMessages\nNone\.\n\nDecisions\nNone\.\n$/],
  ],
  [
    'delete schedules a deletion that can be taken back',
    ['delete', /^No deletions are scheduled\.\n$/],
    ['delete keoni@example.org --actor Noe', /keoni@.+ 20.+ UTC +will be deleted\n/],
    ['delete', /keoni@.+ UTC +Noe\n/],
    ['delete --keep keoni@example.org kai@example.org', /keoni@.+ kept\nkai@.+ was not scheduled\n/],
  ],
  [
    'change-email sends a link to the new address of an approved member',
    ['approve keoni@example.org', /changed/],
    [
      'change-email keoni@example.org Keoni@New.example',
      /keoni@example\.org +keoni@new\.example +a link was sent to the new address\n$/,
    ],
    ['member keoni@example.org', /change_email +waiting/],
  ],
  [
    'sessions-end signs members out',
    ['sessions-end keoni@example.org', /^email +ended\nkeoni@example\.org +0\n$/],
    ['sessions-end --everybody', /^email +ended\neverybody +0\n$/],
  ],
  [
    'passkeys removes those of a lost device',
    ['passkeys remove keoni@example.org', /^email +removed\nkeoni@example\.org +0\n$/],
  ],
  [
    'editors gives and takes a role',
    ['editors keoni@example.org', /keoni@.+ pending +yes\n$/],
    ['editors keoni@example.org', /keoni@.+ pending +no\n$/],
    ['admins', /^None yet\.\n$/],
    ['editors', /^email .+\nkeoni@.+ pending\n$/],
    ['editors --remove keoni@example.org', /yes\n$/],
    ['editors', /^None yet\.\n$/],
  ],
  [
    'admins gives another role than editors',
    ['admins leilani@example.org', /leilani@.+ yes\n$/],
    ['admins', /^email .+\nleilani@.+ pending\n$/],
    ['editors', /^None yet\.\n$/],
  ],
  [
    'groups lists, adds, removes and moves',
    [
      'groups',
      /^group name +title +members +is in content\ncohort-17 +Cohort 17 +0 +yes\nmentors .+\nalumni .+\n$/,
    ],
    ['groups add cohort-17 kai@example.org Keoni@Example.org', /kai@.+ cohort-17\nkeoni@.+ cohort-17\n$/],
    ['groups add cohort-17 kai@example.org --actor Noe', /^email +full name +added +removed\nkai@\S+\n$/],
    ['groups remove cohort-17 kai@example.org', /kai@.+ cohort-17\n$/],
    ['groups remove cohort-17 kai@example.org', /kai@\S+\n$/],
    ['groups move cohort-17 alumni --actor Noe --dry-run', /keoni@.+ alumni +cohort-17\n$/],
    ['groups move cohort-17 alumni --actor Noe', /keoni@.+ alumni +cohort-17\n$/],
    ['groups move cohort-17 alumni', /^None\.\n$/],
    ['groups', /\ncohort-17 +Cohort 17 +0 +yes\nmentors .+\nalumni +Alumni +1 +yes\n$/],
    ['history keoni@example.org', /group_added +no +Noe +alumni\n.+ group_removed +no +Noe +cohort-17\n/],
    ['member keoni@example.org', /\ngroups +alumni\n/],
  ],
  ['status shows numbers', ['status', /^measure.+\napproved +0\n(.+\n)*pending, confirmed +2\n/]],
  [
    'outbox lists unsent messages',
    ['deny keoni@example.org', /changed/],
    ['outbox', /^created at.+\n.+ waiting +membership_decided +keoni@example\.org +0 /],
    ['outbox kai@example.org', /^No messages\.\n$/],
  ],
  ['outbox retries nothing where nothing failed', ['outbox --retry', /^No messages\.\n$/]],
  ['broadcasts lists none before the first', ['broadcasts', /^None yet\.\n$/]],
  [
    'site shows and changes the one that the database belongs to',
    ['site', /^No site uses the database yet/],
    ['site --moved-to https://portal.school.dev/start', /^url +moved from\nhttps:\/\/portal\.school\.dev\n$/],
    ['site', /^url .+\nhttps:\/\/portal\.school\.dev +20.+ UTC +no\n$/],
    [
      'site --moved-to https://new.school.dev',
      /\nhttps:\/\/new\.school\.dev +https:\/\/portal\.school\.dev\n$/,
    ],
    ['site --moved-to https://new.school.dev', /has that URL already\.\n$/],
  ],
  ['after-restore gives up nothing where nothing waits', ['after-restore', /^No messages were waiting\.\n$/]],
  [
    'forms makes an address of one name each',
    ['forms Typeform', /^name +address\nTypeform +\/submissions\/[0-9a-f]{64}\/<deadline>\n$/],
    ['forms Typeform', /there is one of this name\n$/],
    ['forms', /^name.+\nTypeform +20.+\n$/],
    ['forms Typeform --revoke', /revoked\n$/],
    ['forms', /^None\.\n$/],
  ],
  ['pictures shows what the sweep kept', ['pictures', KEPT_NONE], ['pictures --delete', KEPT_NONE]],
  [
    'invite lets the people of a file in',
    ['invite founders.csv', /noe@.+ Noe Kai +invited\npua@.+ invited\n$/],
    ['invite founders.csv', /noe@.+ invited again\npua@.+ invited again\n$/],
    ['invite', /noe@.+ Noe Kai .+ waiting\n/],
    ['find noe', /noe@.+ invited /],
    ['member noe@example.org', /\ninvitation +waiting\n/],
  ],
  [
    'invite lets one person in',
    ['invite lani@example.org --name Lani', /lani@example\.org  Lani  invited\n$/],
    ['invite keoni@example.org', /keoni@.+ approved\n$/],
    ['invite keoni@example.org', /keoni@.+ already a member\n$/],
  ],
  [
    'invite puts people into groups',
    ['invite grouped.csv', /noe@.+ invited\npua@.+ invited\n$/],
    ['invite lani@example.org --group alumni', /lani@.+ invited\n$/],
    ['invite keoni@example.org --group mentors', /keoni@.+ approved\n$/],
    ['groups', /\ncohort-17 .+ 2 +yes\nmentors .+ 2 +yes\nalumni .+ 1 +yes\n$/],
  ],
  [
    'invite prefers a file to an address',
    ['invite kai@example.org.csv', /kai@.+ invited again\nkala@xn--bcher-kva\.example +Kai +invited\n$/],
  ],
  [
    'a domain outside ASCII is its name in DNS',
    ['invite kai@example.org.csv', /changed|invited/],
    ['approve kala@bücher.example', /kala@xn--bcher-kva\.example .+ nothing changed\n$/],
    ['find Kala@BÜCHER.example', /\nkala@.+\n$/],
  ],
]

test.each(CALLS)('%s', async (_, ...calls) => {
  for (const [call, printed] of calls) {
    const { status, stdout, stderr } = await typed(call)
    const asides = /^(?:Read \d people: .+|The email will be sent with .+|Dry run: .+)\n/gm
    expect([status, stderr.replace(asides, '')], call).toEqual([0, ''])
    expect(stdout, call).toMatch(printed)
  }
})

test('these tests call every admin command', () => {
  const called = CALLS.flatMap(([, ...calls]) => calls.map(([call]) => call.split(' ', 1)[0]))
  expect(commands.map(({ name }) => name.split(' ', 1)[0]).filter((name) => !called.includes(name))).toEqual(
    [],
  )
})

test.each([
  ['LEILANI@example.org', /^Another account has the address leilani@example\.org\. Nothing was changed\.\n$/],
  ['keoni', /^"keoni" is not an email address\. Nothing was changed\.\n$/],
])('change-email refuses the new address %s', async (address, complaint) => {
  await typed('approve keoni@example.org')
  const { status, stderr } = await typed(`change-email keoni@example.org ${address}`)
  expect([status, stderr]).toEqual([1, expect.stringMatching(complaint)])
})

describe('a mistaken command', () => {
  test.each<[call: string, status: number, complaint: RegExp]>([
    ['', 2, /^Usage: npm run admin --/],
    ['aprove', 2, /unknown command 'aprove'\n\(Did you mean approve\?\)/],
    ['approve', 2, /missing required argument 'email'\n+\(run with --help for usage\)\n$/],
    ['approve keoni@example.org --dryrun', 2, /unknown option '--dryrun'\n\(Did you mean --dry-run\?\)/],
    ['pending keoni@example.org', 2, /too many arguments/],
    ['sessions-end', 2, /give email addresses or --everybody/],
    ['passkeys add keoni@example.org', 2, /write passkeys remove EMAIL/],
    ['approve kai@example.org', 1, /^Not confirmed yet: kai@.+ Nothing was changed\.\n$/],
    [
      'deny keoni@example.org leilano@example.org',
      1,
      /^No member has the email address "leilano@example\.org"\. Nothing was changed\.\n$/,
    ],
    ['change-email kai@example.org new@example.org', 1, /^kai@example\.org is not approved, so the address/],
    ['site --moved-to http://portal.school.dev', 2, /^error: --moved-to takes a URL such as https:/],
    ['invite nowhere.csv', 1, /^There is no file “\S+nowhere\.csv”, and “\S+” is not an email address\.\n$/],
    ['invite founders.csv --name Kai', 2, /^error: --name is for one address/],
    ['invite western.csv', 1, /^western\.csv isn’t saved as UTF-8\. In Excel, choose CSV UTF-8\.\nNo one/],
    [
      'groups add mentros kai@example.org',
      1,
      /^There is no group “mentros”; did you mean Mentors\? Nothing was changed\.\n$/,
    ],
    [
      'groups add cohort-17 kai@example.org kia@example.org',
      1,
      /^No member has the email address "kia@.+ Nothing/,
    ],
    ['groups move cohort-18 alumni', 1, /^Nobody was ever in the group "cohort-18"\. Nothing was changed/],
    ['groups move cohort-17 cohort-18', 1, /^There is no group “cohort-18”; did you mean Cohort 17\?/],
    ['groups move cohort-17', 2, /^error: write groups add GROUP EMAIL…/],
    [
      'invite misgrouped.csv',
      1,
      /^line 2: There is no group “Mentros”; did you mean Mentors\?\nNo one was invited/,
    ],
    ['invite bad.csv', 1, /line 3: “nobody” is not an email address\n.*line 5: /],
  ])('%s', async (call, status, complaint) => {
    const outcome = await typed(call)
    expect([outcome.status, outcome.stdout]).toEqual([status, ''])
    expect(outcome.stderr).toMatch(complaint)
    expect(await statuses()).toEqual({ pending: 3 })
  })

  test.each(['--help', 'help', 'approve --help'])('help needs no database: %s', async (call) => {
    const { status, stdout } = await runCli(call.split(' '), { LANAI_DATA: folder })
    expect([status, stdout]).toEqual([0, expect.stringContaining('Usage: npm run admin -- ')])
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['no database', {}, /^No database found\. Start the portal/],
    [
      'Neon’s line for psql in place of a connection string',
      { DATABASE_URL: `psql 'postgresql://x:y@127.0.0.1:1/x'` },
      /^DATABASE_URL is not a connection string: copy it from postgres:\/\/ on, /,
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' },
      /^connect ECONNREFUSED/,
    ],
  ])('names the problem in one line: %s', async (_, env, complaint) => {
    const { status, stderr } = await runCli(['pending'], { LANAI_DATA: folder, ...env })
    expect([status, stderr.trim()]).toEqual([1, expect.stringMatching(complaint)])
  })
})

test('--json prints JSON for programs', async () => {
  expect(JSON.parse((await typed('find keoni --json')).stdout)).toMatchObject([
    { email: 'keoni@example.org', email_confirmed: true, status: 'pending' },
  ])
  expect(JSON.parse((await typed('member kai@example.org --json')).stdout)).toMatchObject({
    member: [{ full_name: null, sessions: 0 }],
    messages: [],
    decisions: [],
  })
})

test('a dry run changes nothing', async () => {
  const { stdout, stderr } = await typed('invite founders.csv --dry-run')
  expect(stdout).toContain('invited')
  expect(stderr).toBe(
    'Read 2 people: addresses from “Email”, names from “Name”.\nDry run: nothing was changed.\n',
  )
  expect(await statuses()).toEqual({ pending: 3 })
})

test('a decision records the user of this machine as its actor', async () => {
  const reason = `'; drop table users; --`
  await admin('deny', 'keoni@example.org', '--reason', reason)
  expect(await query(database, 'select actor, reason from approval_events order by id desc limit 1')).toEqual(
    [{ actor: expect.stringMatching(/^admin cli \(.+ as portal_admin\)$/) as string, reason }],
  )
})

test('groups names what members have and the content doesn’t', async () => {
  await typed('groups add cohort-17 kai@example.org')
  await query(database, `insert into member_groups select id, 'cohort-9' from users where email like 'kai@%'`)
  const { stdout } = await typed('groups --json')
  expect((JSON.parse(stdout) as unknown[]).at(-1)).toEqual({
    group_name: 'cohort-9',
    title: null,
    members: 1,
    is_in_content: false,
  })
  expect((await typed('groups move cohort-9 alumni')).stdout).toMatch(/kai@.+ alumni +cohort-9\n$/)
})

function typed(call: string) {
  const words = call.split(' ').filter(Boolean)
  return admin(...words.map((word) => (word.endsWith('.csv') ? join(folder, word) : word)))
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programs, useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { inOneSession, waitForLocks } from '../support/transactions.ts'

const SCRIPTS = join(import.meta.dirname, '../../db/admin')

describe('an administrator’s day', () => {
  const { database, register, asAdmin, admin, statuses } = useWaitingPeople()
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lanai-lists-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  describe('find', () => {
    beforeEach(() =>
      query(database, `insert into roster (email, name) values ('noe@example.org', 'Noe Kalakaua')`),
    )

    test.each([
      ['kalakaua', ['keoni@example.org', 'noe@example.org']],
      ['KALĀ', ['keoni@example.org', 'noe@example.org']],
      ['ohia', ['leilani@example.org']],
      ['ai@ex', ['kai@example.org']],
      ['%', []],
      ['_', []],
      ["'; drop table users; --", []],
    ])('%s', async (part, found) => {
      const people = JSON.parse((await admin('find', part, '--json')).stdout) as { email: string }[]
      expect(people.map(({ email }) => email)).toEqual(found)
    })

    test('whoever signed up is found once, and nobody whose place on the roster is spent', async () => {
      await query(
        database,
        `insert into roster (email, name, spent_at) values
           ('kai@example.org', 'Kai Kalakaua', null), ('gone@example.org', 'Somebody Kalakaua', now())`,
      )
      const rows = await query(
        database,
        `select email, status, email_confirmed from find_people(' kalakaua ')`,
      )
      expect(rows).toEqual([
        { email: 'keoni@example.org', status: 'pending', email_confirmed: true },
        { email: 'noe@example.org', status: 'not signed up', email_confirmed: false },
      ])
      expect(await query(database, `select email, status, email_confirmed from find_people('kai@')`)).toEqual(
        [{ email: 'kai@example.org', status: 'pending', email_confirmed: false }],
      )
    })

    test.each(programs())('by %s', async (_, runScript) => {
      expect(
        await runScript(database.databaseUrl, join(SCRIPTS, 'find.sql'), { part: 'kalakaua' }),
      ).toMatchObject([
        { email: 'keoni@example.org', status: 'pending', confirmed: 'yes' },
        { email: 'noe@example.org', status: 'not signed up', confirmed: 'no' },
      ])
    })
  })

  describe('approving', () => {
    test('everybody who has confirmed leaves out who was decided about, and whom the roster will let in', async () => {
      await register('undone@example.org', null)
      await register('expected@example.org', null)
      await query(database, `update users set email_confirmed_at = now() where email ~ '^(undone|expected)'`)
      await query(database, `insert into roster (email) values ('expected@example.org')`)
      await admin('deny', 'undone@example.org')
      await admin('undo', 'undone@example.org')
      const dry = await admin('approve', '--all-confirmed', '--dry-run')
      expect(dry.stdout).toMatch(/^keoni@.+pending → approved\nleilani@.+pending → approved\n$/m)
      expect(await statuses()).toEqual({ pending: 5 })
      expect((await admin('approve', '--all-confirmed')).status).toBe(0)
      expect(await statuses()).toEqual({ pending: 3, approved: 2 })
      expect((await admin('approve', '--all-confirmed')).stdout).toBe('Nobody.\n')
      expect((await admin('approve', '--all-confirmed', 'kai@example.org')).status).toBe(2)
    })

    test.each(programs())('everybody who has confirmed, by %s', async (_, runScript) => {
      const rows = await runScript(database.databaseUrl, join(SCRIPTS, 'approve.sql'), { all_confirmed: '1' })
      expect(rows).toHaveLength(2)
    })

    test.each(['approve', 'deny', 'undo', 'sessions-end', 'delete'])(
      '%s --skip-unknown names whom it left out',
      async (verb) => {
        const stranger = ['leilano@example.org', 'keoni@example.org', '--skip-unknown', '--json']
        const { status, stdout, stderr } = await admin(verb, ...stranger)
        expect(stderr).toContain(
          'Skipped, no member has it: "leilano@example.org" (did you mean leilani@example.org?)',
        )
        expect([status, JSON.parse(stdout)]).toMatchObject([0, [{ email: 'keoni@example.org' }]])
      },
    )

    test.each(programs())('skip_unknown, by %s', async (_, runScript) => {
      const call = { emails: 'keoni@example.org nobody@example.org', skip_unknown: '1' }
      expect(await runScript(database.databaseUrl, join(SCRIPTS, 'deny.sql'), call)).toHaveLength(1)
    })

    test('takes a CSV file with names, and says which line holds no address', async () => {
      const path = join(folder, 'list.csv')
      await writeFile(
        path,
        '\ufeffName;E-mail\r\nKeoni Kalākaua;keoni@example.org\r\n"Leilani; K";Leilani@example.org\r\n',
      )
      expect(JSON.parse((await admin('approve', '--file', path, '--json')).stdout)).toHaveLength(2)
      await writeFile(path, 'Keoni,keoni@example.org\nNobody,\n')
      const { status, stderr } = await admin('deny', '--file', path)
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('Line 2 of the list: there is no e-mail address') as string,
      ])
      expect(await statuses()).toEqual({ pending: 1, approved: 2 })
    })
  })

  test('approved lists who is in, since when and by whom, and exports names', async () => {
    expect((await admin('approved')).stdout).toBe('Nobody is approved.\n')
    await admin('approve', 'keoni@example.org', 'leilani@example.org', '--actor', 'Noe')
    expect((await admin('approved', '--csv')).stdout).toMatch(
      /^\ufeffe-mail,name,approved,by\nkeoni@example\.org,Keoni Kalākaua,20.+ UTC,Noe\n/,
    )
    expect((await admin('approved', '--per-page', '1')).stdout).toContain(
      'Page 1 of 2; 2 members are approved. Next: npm run admin -- approved --page 2',
    )
    for (const [, runScript] of programs())
      expect(await runScript(database.databaseUrl, join(SCRIPTS, 'approved.sql'), {})).toHaveLength(2)
  })

  describe('stats', () => {
    test('counts people, visits, the roster and messages, each kind for itself', async () => {
      await query(database, 'delete from users; delete from outbox; delete from sessions')
      await query(
        database,
        `with person as (
           insert into users (email, password_hash, created_at, email_confirmed_at)
           select name || '@example.org', '$argon2id$', now() - age, case when confirmed then now() end
           from (values
             ('keoni', interval '5 hours 30 minutes', true), ('leilani', '5 hours', true), ('kai', '13 hours', false),
             ('noe', '25 hours', true), ('pua', '4 days', true), ('lani', '8 days', false), ('kala', '30 days', true)
           ) as given (name, age, confirmed)
           returning id, email
         )
         insert into profiles (id, approval_status)
         select id, case when email ~ '^(noe|pua|lani)' then 'denied' when email ~ '^kala' then 'approved' else 'pending' end
         from person`,
      )
      await query(
        database,
        `insert into sessions (id, user_id, expires_at, last_seen_at)
         select encode(sha256(n::text::bytea), 'hex'), u.id, now() + lives, now() - seen
         from (values
           (1, 'keoni', interval '1 day', interval '13 hours'), (2, 'keoni', '1 day', '13 hours'),
           (3, 'leilani', '1 day', '25 hours'), (4, 'kai', '1 day', '3 days'), (5, 'noe', '-1 minute', '1 hour')
         ) as given (n, name, lives, seen)
         join users u on u.email = name || '@example.org'`,
      )
      await query(
        database,
        `insert into roster (email, spent_at) values
           ('keoni@example.org', null), ('leilani@example.org', null), ('kai@example.org', null),
           ('gone@example.org', now()), ('expected@example.org', null), ('late@example.org', null)`,
      )
      await query(database, 'delete from outbox')
      await query(
        database,
        `insert into outbox (kind, dedupe_key, created_at, dead_at, sent_at) values
           ('password_changed', '1', now() - interval '3 hours 10 minutes', null, null),
           ('password_changed', '2', now() - interval '1 minute', null, null),
           ('password_changed', '3', now() - interval '3 days', now(), null),
           ('password_changed', '4', now() - interval '9 days', null, now()),
           ('password_changed', '5', now() - interval '9 days', null, now()),
           ('password_changed', '6', now() - interval '9 days', null, now())`,
      )
      expect(await stats()).toEqual({
        approved: '1',
        denied: '3',
        pending: '3',
        'pending, address confirmed': '2',
        'waiting longest': '13 h',
        'signed up in 24 h': '3',
        'signed up in 7 d': '5',
        'signed in now': '3 in 4 browsers',
        'seen in 24 h': '1',
        'on the roster': '6',
        'on the roster, signed up': '4',
        'on the roster, spent': '1',
        'outbox, waiting': '2',
        'outbox, oldest': '3 h',
        'outbox, given up': '1',
      })
    })

    test('of nobody and nothing is zeros, and no age', async () => {
      await query(database, 'delete from users; delete from outbox')
      const told = await stats()
      expect([
        told.pending,
        told['waiting longest'],
        told['outbox, waiting'],
        told['outbox, oldest'],
      ]).toEqual(['0', '-', '0', '-'])
    })

    test.each([
      ['1 minute 59 seconds', 'just now'],
      ['2 minutes', '2 min'],
      ['61 minutes', '61 min'],
      ['1 hour 59 minutes 59 seconds', '119 min'],
      ['2 hours', '2 h'],
      ['47 hours', '47 h'],
      ['47 hours 59 minutes', '47 h'],
      ['2 days', '2 d'],
      ['100 days', '100 d'],
    ])('says %s as %s', async (age, said) => {
      const sql = 'select brief_age(now() - $1::interval) as said'
      expect(await query(database, sql, [age])).toEqual([{ said }])
    })

    async function stats(): Promise<Record<string, string>> {
      const lines = (await asAdmin('select * from portal_stats()')) as { measure: string; value: string }[]
      return Object.fromEntries(lines.map(({ measure, value }) => [measure, value]))
    }
  })

  describe('pending', () => {
    beforeEach(() =>
      query(
        database,
        `update users set created_at = now() - interval '1 hour' where email like 'keoni@%';
         update users set created_at = now() - interval '2 hours' where email like 'kai@%';
         insert into roster (email, spent_at) values
           ('keoni@example.org', null), ('kai@example.org', now()), ('expected@example.org', null)`,
      ),
    )

    test('lists those who wait, longest first, with what the roster knows, and nobody else', async () => {
      await register('denied@example.org', null)
      await query(
        database,
        `update users set created_at = now() - interval '9 hours' where email like 'denied@%';
         select decide_membership('denied@example.org', 'denied')`,
      )
      const all = { page: 1, pages: 1, waiting: '3' }
      expect(await asAdmin('select * from list_pending()')).toMatchObject([
        { email: 'kai@example.org', email_confirmed: false, on_roster: true, roster_spent: true, ...all },
        { email: 'keoni@example.org', email_confirmed: true, on_roster: true, roster_spent: false, ...all },
        {
          email: 'leilani@example.org',
          email_confirmed: true,
          on_roster: false,
          roster_spent: false,
          ...all,
        },
      ])
    })

    test('goes on on the next page, and is empty behind the last', async () => {
      expect(await page(1)).toEqual(['kai@example.org', 'keoni@example.org'])
      expect(await page(2)).toEqual(['leilani@example.org'])
      expect(await page(3)).toEqual([])
    })

    test('shows fifty at a time unless told otherwise', async () => {
      await query(
        database,
        `select register_member('m' || n || '@example.org', '$argon2id$', null) from generate_series(1, 48) n`,
      )
      const people = await asAdmin('select * from list_pending()')
      expect([people.length, people[0]]).toMatchObject([50, { page: 1, pages: 2, waiting: '51' }])
    })

    async function page(nth: number) {
      const people = (await asAdmin(`select email from list_pending(${nth}, 2)`)) as { email: string }[]
      return people.map(({ email }) => email)
    }
  })

  test('whoever is approved because everybody has confirmed comes in the order in which they signed up', async () => {
    await query(
      database,
      `update users set created_at = now() - interval '1 hour' where email like 'leilani@%'`,
    )
    expect(await asAdmin('select confirmed_and_undecided() as emails')).toEqual([
      { emails: ['leilani@example.org', 'keoni@example.org'] },
    ])
  })

  test('addresses that nobody has are named, and left out, in the order given', async () => {
    const client = new pg.Client(database.databaseUrl)
    const notices: (string | undefined)[] = []
    client.on('notice', ({ message }) => notices.push(message))
    await client.connect()
    const given = ['zoe@example.org', 'Leilani@example.org', 'ana@example.org', 'kai@example.org']
    const { rows } = await client.query('select known_addresses($1) as known', [given])
    await client.end()
    expect(rows).toEqual([{ known: ['Leilani@example.org', 'kai@example.org'] }])
    expect(notices).toEqual([
      'Skipped, no member has it: "zoe@example.org"',
      'Skipped, no member has it: "ana@example.org"',
    ])
  })

  test('member shows the ten latest messages to them, newest first, each with the time of what became of it', async () => {
    await query(database, 'delete from outbox')
    await query(
      database,
      `insert into outbox (kind, dedupe_key, payload, created_at, sent_at, dead_at)
       select 'password_changed', n::text, '{"to": "keoni@example.org"}', '2025-06-01Z'::timestamptz + n * interval '1 day',
         null, case n when 11 then '2025-07-02Z'::timestamptz end
       from generate_series(2, 11) n`,
    )
    await query(
      database,
      `insert into outbox (kind, dedupe_key, payload, created_at) values
         ('confirm_email', 'sent', '{"to": "keoni@example.org"}', '2025-06-20Z'),
         ('password_changed', 'other', '{"to": "kai@example.org"}', '2025-06-21Z');
       update outbox set sent_at = '2025-07-01Z', provider_id = 'x', payload = null where dedupe_key = 'sent'`,
    )
    const mails = await asAdmin(`select at, kind, state from member_mails('keoni@example.org')`)
    expect(mails).toHaveLength(10)
    expect(mails.slice(0, 3)).toEqual([
      { at: new Date('2025-07-01Z'), kind: 'confirm_email', state: 'sent' },
      { at: new Date('2025-07-02Z'), kind: 'password_changed', state: 'given up' },
      { at: new Date('2025-06-11Z'), kind: 'password_changed', state: 'waiting' },
    ])
    expect(await asAdmin(`select from member_mails('keoni@example.org', 2)`)).toHaveLength(2)
  })

  test('sessions-end ends those of the people named alone, and says of how many in the order given', async () => {
    await query(
      database,
      `insert into sessions (id, user_id, expires_at)
       select encode(sha256((u.email || n)::bytea), 'hex'), u.id, now() + interval '1 day' from users u, generate_series(1, 2) n
       where n = 1 or u.email like 'leilani@%'`,
    )
    expect(
      await asAdmin(`select * from end_sessions(array['leilani@example.org', 'keoni@example.org'])`),
    ).toEqual([
      { email: 'leilani@example.org', ended: '2' },
      { email: 'keoni@example.org', ended: '1' },
    ])
    expect(await query(database, 'select email from sessions s join users u on u.id = s.user_id')).toEqual([
      { email: 'kai@example.org' },
    ])
  })

  test('admins says of each, in the order given, whether anything changed, and names nobody else', async () => {
    const name = (emails: string[], wanted = true) =>
      asAdmin(`select email, changed from set_admins('{${emails.join()}}', ${wanted})`)
    await name(['leilani@example.org'])
    const before = await query(database, `select * from profiles where is_admin`)
    expect(await name(['leilani@example.org', 'keoni@example.org'])).toEqual([
      { email: 'leilani@example.org', changed: false },
      { email: 'keoni@example.org', changed: true },
    ])
    const admins = `select p.* from profiles p join users u on u.id = p.id where p.is_admin order by u.email desc`
    const now = await query(database, admins)
    expect(now).toHaveLength(2)
    expect(now.slice(0, 1)).toEqual(before)
    expect(await name(['keoni@example.org'], false)).toEqual([{ email: 'keoni@example.org', changed: true }])
    expect(await query(database, admins)).toEqual(before)
  })

  test('a member’s report counts the sessions that last, and tells the row, the picture and the name of nobody else', async () => {
    await query(
      database,
      `insert into sessions (id, user_id, expires_at, last_seen_at)
       select repeat(s.letter, 64), u.id, now() + s.lasts, '2026-01-02 09:00Z'
       from (values ('a', 'keoni', interval '1 day'), ('b', 'keoni', '-1 day'), ('c', 'leilani', '1 day')) as s (letter, who, lasts)
       join users u on u.email = s.who || '@example.org'`,
    )
    await query(
      database,
      `insert into roster (email, name) values ('leilani@example.org', 'L.'), ('noe@example.org', 'N.')`,
    )
    await query(database, `update profiles set avatar_url = '/a' where full_name like 'Keoni%'`)
    const report =
      'select full_name, sessions::int, last_seen_at, on_roster, roster_name, has_picture from member_report($1)'
    const last_seen_at = new Date('2026-01-02 09:00Z')
    expect(await query(database, report, ['keoni@example.org'])).toEqual([
      {
        full_name: 'Keoni Kalākaua',
        sessions: 1,
        last_seen_at,
        on_roster: false,
        roster_name: null,
        has_picture: true,
      },
    ])
    expect(await query(database, report, ['leilani@example.org'])).toEqual([
      {
        full_name: 'Leilani ʻŌhiʻa',
        sessions: 1,
        last_seen_at,
        on_roster: true,
        roster_name: 'L.',
        has_picture: false,
      },
    ])
    expect(await query(database, report, ['kai@example.org'])).toEqual([
      {
        full_name: null,
        sessions: 0,
        last_seen_at: null,
        on_roster: false,
        roster_name: null,
        has_picture: false,
      },
    ])
  })

  test('addresses are found once each, in the order in which they were typed', async () => {
    const typed = ['leilani@example.org', 'kai@example.org', ' Leilani@Example.org', 'keoni@example.org']
    const found = await query(database, 'select nth::int, email from find_members($1)', [typed])
    expect(found).toEqual([
      { nth: 1, email: 'leilani@example.org' },
      { nth: 2, email: 'kai@example.org' },
      { nth: 4, email: 'keoni@example.org' },
    ])
  })

  test('of a list fifty come at once: of people found and of those who are in by address, of decisions the latest, of messages the oldest', async () => {
    await query(database, 'delete from outbox; delete from users')
    const emails = Array.from({ length: 51 }, (_, n) => `m${10 + n}@example.org`)
    for (const email of emails) await register(email, null)
    for (const email of emails) await query(database, `select decide_membership($1, 'approved')`, [email])
    for (const [list, expected] of [
      [`find_people('example')`, emails],
      ['list_approved()', emails],
      ['decision_history()', emails.toReversed()],
    ] as const) {
      const rows = await query<{ email: string }>(database, `select email from ${list}`)
      expect(
        rows.map(({ email }) => email),
        list,
      ).toEqual(expected.slice(0, 50))
    }
    const rest = await query(database, 'select email, page, pages, approved::int from list_approved(2)')
    expect(rest).toEqual([{ email: 'm60@example.org', page: 2, pages: 2, approved: 51 }])
    const untold = await query<{ recipient: string }>(database, 'select recipient from list_undelivered()')
    expect(untold.map(({ recipient }) => recipient)).toEqual(emails.slice(0, 50))
  })

  test('approved tells of each by whom they were let in last, and of nobody else', async () => {
    for (const [email, status, actor] of [
      ['leilani', 'approved', 'Noe'],
      ['leilani', 'denied', 'Pua'],
      ['leilani', 'approved', 'Kai'],
      ['keoni', 'approved', 'Lani'],
      ['kai', 'approved', 'Lani'],
      ['kai', 'denied', 'Lani'],
    ])
      await query(database, 'select decide_membership($1, $2, null, $3)', [
        `${email}@example.org`,
        status,
        actor,
      ])
    expect(
      await query(database, 'select email, approved_by as by, approved::int as in_all from list_approved()'),
    ).toEqual([
      { email: 'keoni@example.org', by: 'Lani', in_all: 2 },
      { email: 'leilani@example.org', by: 'Kai', in_all: 2 },
    ])
  })

  test('history tells of each decision once, by the member’s address, or by the number of an account that is gone', async () => {
    await query(database, `select decide_membership('keoni@example.org', 'approved')`)
    await query(database, `select decide_membership('leilani@example.org', 'denied')`)
    const [gone] = await query<{ id: string }>(
      database,
      `select id, delete_account(id) from users where email = 'leilani@example.org'`,
    )
    const told = 'select email, to_status as is, is_undo as undo from decision_history'
    const ofKeoni = { email: 'keoni@example.org', is: 'approved', undo: false }
    const email = `deleted account ${gone?.id}`
    expect(await query(database, `${told}(null, 3)`)).toEqual([
      { email, is: 'deleted', undo: false },
      { email, is: 'denied', undo: false },
      ofKeoni,
    ])
    expect(await query(database, `${told}('keoni@example.org')`)).toEqual([ofKeoni])
    expect(await query(database, `${told}('kai@example.org')`)).toEqual([])
  })

  describe('undo', () => {
    const undo = `select email, full_name as name, from_status as was, to_status as is, result from undo_decisions`

    test('says of each, in the order of the call, what was taken back of whom', async () => {
      await query(database, `select decide_membership('keoni@example.org', 'approved', null, 'Noe')`)
      await query(database, `select decide_membership('keoni@example.org', 'denied', null, 'Kai')`)
      await query(database, `select decide_membership('leilani@example.org', 'approved', null, 'Lani')`)
      const emails = ['leilani@example.org', 'keoni@example.org', 'kai@example.org']
      expect(await query(database, `${undo}($1)`, [emails])).toEqual([
        {
          email: 'leilani@example.org',
          name: 'Leilani ʻŌhiʻa',
          was: 'approved',
          is: 'pending',
          result: expect.stringContaining('took back what Lani decided') as string,
        },
        {
          email: 'keoni@example.org',
          name: 'Keoni Kalākaua',
          was: 'denied',
          is: 'approved',
          result: expect.stringContaining('took back what Kai decided') as string,
        },
        {
          email: 'kai@example.org',
          name: null,
          was: 'pending',
          is: 'pending',
          result: 'nothing to undo: nobody has decided yet',
        },
      ])
      expect(await statuses()).toEqual({ pending: 2, approved: 1 })
    })

    test('of a profile that began as approved leaves somebody who waits', async () => {
      await query(
        database,
        `delete from profiles where id in (select id from users where email like 'kai@%');
         insert into profiles (id, approval_status) select id, 'approved' from users where email like 'kai@%'`,
      )
      expect(await query(database, `${undo}(array['kai@example.org'])`)).toMatchObject([
        { was: 'approved', is: 'pending' },
      ])
      expect(await statuses()).toEqual({ pending: 3 })
    })

    test('is over with its own decisions: what is decided next in the transaction or the session is no undo', async () => {
      for (const email of ['keoni', 'leilani', 'kai'])
        await query(database, 'select decide_membership($1, $2)', [`${email}@example.org`, 'denied'])
      await inOneSession(database, async (ask) => {
        await ask('begin')
        await ask(`select undo_decisions(array['keoni@example.org'])`)
        await ask(`select decide_membership('leilani@example.org', 'approved')`)
        await ask('commit')
        await ask(`select decide_membership('kai@example.org', 'approved')`)
      })
      const latest = await query(database, 'select email, is_undo from decision_history(null, 3)')
      expect(latest).toEqual([
        { email: 'kai@example.org', is_undo: false },
        { email: 'leilani@example.org', is_undo: false },
        { email: 'keoni@example.org', is_undo: true },
      ])
    })

    test('of two at once one takes the decision back, and the other waits and says that it is', async () => {
      await query(database, `select decide_membership('keoni@example.org', 'approved')`)
      await inOneSession(database, async (ask) => {
        await ask(`begin; select undo_decisions(array['keoni@example.org'], null, 'Noe')`)
        const second = query(database, `${undo}(array['keoni@example.org'], null, 'Kai')`)
        await Promise.race([second, waitForLocks(database)])
        await ask('commit')
        expect(await second).toMatchObject([
          {
            is: 'pending',
            result: expect.stringContaining('nothing to undo: Noe took the latest') as string,
          },
        ])
      })
    })
  })

  test('editors are those who are named, and it is said of each, in the order of the call, whether that is new', async () => {
    const set = 'select email, full_name as name, approval_status as status, changed from set_editors'
    expect(await query(database, `${set}(array['leilani@example.org'], true)`)).toEqual([
      { email: 'leilani@example.org', name: 'Leilani ʻŌhiʻa', status: 'pending', changed: true },
    ])
    const touched = `select updated_at from profiles join users using (id) where email = 'leilani@example.org'`
    const before = await query(database, touched)
    const emails = ['leilani@example.org', 'keoni@example.org']
    expect(await query(database, `${set}($1, true)`, [emails])).toEqual([
      { email: 'leilani@example.org', name: 'Leilani ʻŌhiʻa', status: 'pending', changed: false },
      { email: 'keoni@example.org', name: 'Keoni Kalākaua', status: 'pending', changed: true },
    ])
    expect(await query(database, touched)).toEqual(before)
    const editors = 'select u.email from users u join profiles p using (id) where p.is_editor order by 1'
    expect(await query(database, editors)).toEqual([
      { email: 'keoni@example.org' },
      { email: 'leilani@example.org' },
    ])
    await query(database, `${set}(array['keoni@example.org'], false)`)
    expect(await query(database, editors)).toEqual([{ email: 'leilani@example.org' }])
  })

  describe('delete', () => {
    test('of two administrators at once one asks for it, and the other waits and says that it is', async () => {
      await inOneSession(database, async (ask) => {
        await ask(`begin; select schedule_deletions(array['keoni@example.org'], 'Noe')`)
        const second = query(
          database,
          `select result from schedule_deletions(array['keoni@example.org'], 'Kai')`,
        )
        await Promise.race([second, waitForLocks(database)])
        await ask('commit')
        expect(await second).toEqual([{ result: 'is to be deleted already' }])
      })
    })

    test('leaves out whose account ends at that moment', async () => {
      await inOneSession(database, async (ask) => {
        await ask('begin')
        await ask(`select delete_account(id) from users where email = 'keoni@example.org'`)
        const emails = ['keoni@example.org', 'kai@example.org']
        const asking = query(database, 'select email from schedule_deletions($1)', [emails])
        await Promise.race([asking, waitForLocks(database)])
        await ask('commit')
        expect(await asking).toEqual([{ email: 'kai@example.org' }])
      })
    })

    test('says of each, in the order of the call, when the account ends, and signs out nobody else', async () => {
      await query(
        database,
        `insert into sessions (id, user_id, expires_at)
         select encode(sha256(email::bytea), 'hex'), id, now() + interval '1 day' from users where email <> 'kai@example.org'`,
      )
      await query(
        database,
        `insert into account_deletions (user_id, token_hash, due_at)
         select id, repeat('b', 64), now() + interval '2 hours' from users where email = 'kai@example.org'`,
      )
      expect(
        await query(
          database,
          `select email, full_name, due_at - now() < interval '3 hours' as soon, due_at = now() + interval '1 day' as tomorrow, result
           from schedule_deletions(array['keoni@example.org', 'kai@example.org'])`,
        ),
      ).toEqual([
        {
          email: 'keoni@example.org',
          full_name: 'Keoni Kalākaua',
          soon: false,
          tomorrow: true,
          result: 'will be deleted',
        },
        {
          email: 'kai@example.org',
          full_name: null,
          soon: true,
          tomorrow: false,
          result: 'is to be deleted already',
        },
      ])
      expect(
        await query(database, 'select u.email from sessions s join users u on u.id = s.user_id'),
      ).toEqual([{ email: 'leilani@example.org' }])
    })

    test.each([
      ['whom the call names', 'Noe', 'Kai', 'Noe'],
      ['whom the session names, where the call names nobody', '', 'Kai', 'Kai'],
      ['the database’s role, where neither does', '', '', null],
      ['the database’s role, where the session says nothing at all', '', null, null],
    ])('was asked for by %s', async (_, actor, actorOfSession, by) => {
      await inOneSession(database, async (ask) => {
        if (actorOfSession !== null)
          await ask(`select set_config('lanai.actor', $1, false)`, [actorOfSession])
        await ask(`select schedule_deletions(array['keoni@example.org'], $1)`, [actor])
      })
      expect(await query(database, 'select requested_by as by from account_deletions')).toEqual([
        { by: by ?? new URL(database.databaseUrl).username },
      ])
    })

    test('is the member’s again in the record where an administrator’s was taken back', async () => {
      await admin('delete', 'keoni@example.org', '--actor', 'Noe')
      await admin('delete', '--keep', 'keoni@example.org')
      await admin('delete', 'leilani@example.org', '--actor', 'Pua')
      await query(database, `select delete_account(id) from users where email = 'keoni@example.org'`)
      expect(await query(database, 'select actor from approval_events order by id desc limit 1')).toEqual([
        { actor: 'the member' },
      ])
    })

    test('ends the sessions, waits a day, and the record names who did it', async () => {
      await query(
        database,
        `insert into sessions (id, user_id, expires_at) select repeat('a', 64), id, now() + interval '1 day' from users where email = 'keoni@example.org'`,
      )
      await admin('approve', 'keoni@example.org', '--reason', 'About the person')
      expect((await admin('delete', 'keoni@example.org', '--actor', 'Noe')).stdout).toMatch(
        /keoni@.+ 20.+ UTC +will be deleted/,
      )
      expect(await query(database, 'select from sessions')).toEqual([])
      expect((await admin('delete', 'keoni@example.org', '--actor', 'Kai')).stdout).toContain(
        'is to be deleted already',
      )
      expect((await admin('delete')).stdout).toMatch(/keoni@.+ Noe\n/)
      expect(await sweep()).toEqual([])
      await query(database, `update account_deletions set due_at = now()`)
      expect(await sweep()).toHaveLength(1)
      expect(await query(database, `select from users where email = 'keoni@example.org'`)).toEqual([])
      const [last] = await query(
        database,
        'select actor, to_status, reason from approval_events order by id desc limit 1',
      )
      expect(last).toEqual({ actor: 'Noe', to_status: 'deleted', reason: null })
    })

    test('is taken back until then', async () => {
      await admin('delete', 'keoni@example.org')
      expect((await admin('delete', '--keep', 'keoni@example.org', 'kai@example.org')).stdout).toMatch(
        /stays\n.+was not to be deleted/,
      )
      await query(database, `update account_deletions set due_at = now()`)
      expect(await sweep()).toEqual([])
      expect((await admin('delete')).stdout).toBe('No account is to be deleted.\n')
      expect((await admin('delete', '--keep')).status).toBe(2)
      expect((await admin('delete', 'keoni@example.org')).stdout).toContain('will be deleted')
    })

    test('lists who is to leave, soonest first, and is taken back for those alone who are named', async () => {
      for (const name of ['leilani', 'keoni', 'kai'])
        await admin('delete', `${name}@example.org`, '--actor', name)
      await query(
        database,
        `update account_deletions d set due_at = case u.email
           when 'kai@example.org' then '2199-01-01 09:00Z' else '2199-01-02 09:00Z' end::timestamptz
         from users u where u.id = d.user_id`,
      )
      await query(database, `update account_deletions set requested_by = null where requested_by = 'leilani'`)
      const list = 'select email, full_name, requested_by from list_deletions()'
      const leilani = {
        email: 'leilani@example.org',
        full_name: 'Leilani ʻŌhiʻa',
        requested_by: 'the member',
      }
      const kai = { email: 'kai@example.org', full_name: null, requested_by: 'kai' }
      expect(await query(database, list)).toEqual([
        kai,
        { email: 'keoni@example.org', full_name: 'Keoni Kalākaua', requested_by: 'keoni' },
        leilani,
      ])
      await query(
        database,
        `update account_deletions set kept_at = '2026-01-02 09:00Z'
        where user_id = (select id from users where email = 'kai@example.org')`,
      )
      expect(
        await query(database, `select email, full_name, result from keep_accounts(array[$1, $2])`, [
          'keoni@example.org',
          'kai@example.org',
        ]),
      ).toEqual([
        { email: 'keoni@example.org', full_name: 'Keoni Kalākaua', result: 'stays' },
        { email: 'kai@example.org', full_name: null, result: 'was not to be deleted' },
      ])
      expect(await query(database, list)).toEqual([leilani])
      const kept = `select kept_at from account_deletions d join users u on u.id = d.user_id where u.email = 'kai@example.org'`
      expect(await query(database, kept)).toEqual([{ kept_at: new Date('2026-01-02 09:00Z') }])
    })

    test('leaves a deletion that the member asked for as it is', async () => {
      await query(
        database,
        `insert into account_deletions (user_id, token_hash, due_at) select id, repeat('b', 64), now() from users where email = 'keoni@example.org'`,
      )
      expect((await admin('delete', 'keoni@example.org')).stdout).toContain('is to be deleted already')
      await sweep()
      expect(await query(database, 'select actor from approval_events order by id desc limit 1')).toEqual([
        { actor: 'the member' },
      ])
    })

    test.each(programs())('by %s', async (_, runScript) => {
      const script = join(SCRIPTS, 'delete.sql')
      const run = (call: Record<string, string>) => runScript(database.databaseUrl, script, call)
      expect(await run({ email: 'keoni@example.org', actor: 'Noe' })).toMatchObject([
        { result: 'will be deleted' },
      ])
      expect(await run({})).toMatchObject([{ email: 'keoni@example.org', result: 'Noe' }])
      expect(await run({ email: 'keoni@example.org', keep: '1' })).toMatchObject([{ result: 'stays' }])
      expect(await run({})).toEqual([])
    })

    function sweep() {
      return query(database, 'select delete_due_accounts(50)')
    }
  })

  describe.each(programs())('by %s', (_, runScript) => {
    const run = (script: string, call: Record<string, string> = {}) =>
      runScript(database.databaseUrl, join(SCRIPTS, script), call)

    test('admins.sql names administrators, lists them and takes it from them', async () => {
      const email = 'keoni@example.org'
      expect(await run('admins.sql', { email })).toMatchObject([{ email, result: 'administrator' }])
      expect(await run('editors.sql')).toEqual([])
      expect(await run('admins.sql')).toMatchObject([{ email, result: 'administrator' }])
      expect(await run('admins.sql', { email, remove: '1' })).toMatchObject([
        { result: 'no administrator any more' },
      ])
      expect(await run('admins.sql')).toEqual([])
    })

    test('kick-off.sql expects a crowd, lists it and ends it', async () => {
      expect(await run('kick-off.sql', { people: '300', dry_run: '1' })).toMatchObject([
        { state: 'under way' },
      ])
      expect(await run('kick-off.sql')).toEqual([])
      await run('kick-off.sql', {
        people: '300',
        actor: 'Leilani',
        from: '2100-01-01 09:00',
        until: '2100-01-01 12:00',
      })
      const planned = {
        from: '2100-01-01 09:00 UTC',
        until: '2100-01-01 12:00 UTC',
        by: 'Leilani',
        state: 'planned',
      }
      expect(await run('kick-off.sql')).toMatchObject([planned])
      await run('kick-off.sql', { end: '0' })
      expect(await run('kick-off.sql', { end: '1' })).toMatchObject([{ ...planned, state: 'ended' }])
      expect(await run('kick-off.sql')).toEqual([])
    })
  })
})

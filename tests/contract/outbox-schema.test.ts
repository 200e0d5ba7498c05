import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxKinds } from '#src/server/outbox/outbox.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

describe('the outbox in the database', () => {
  const database = useDatabase()
  beforeAll(async () => {
    await sql(`select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
  })
  beforeEach(() => sql('delete from outbox'))

  test('the same fact is announced once', async () => {
    await sql(`select enqueue('password_changed', 'reset:1', '{"to": "a@b.co"}')`)
    await sql(`select enqueue('password_changed', 'reset:1', '{"to": "a@b.co"}', now() + interval '1 hour')`)
    expect(await sql('select kind, attempts, expires_at from outbox')).toEqual([
      { kind: 'password_changed', attempts: 0, expires_at: null },
    ])
  })

  test('a kind nobody can deliver is refused with the fact that announces it', async () => {
    await expect(sql(`select enqueue('newsletter', 'x', '{}')`)).rejects.toThrow(/outbox_kind_check/)
  })

  test('the kinds that are taken are those that can be delivered', async () => {
    const [constraint] = await query<{ text: string }>(
      database,
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'outbox_kind_check'`,
    )
    const taken = [...(constraint?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
    expect(taken.sort()).toEqual([...outboxKinds].sort())
  })

  test('a row that was sent remembers nothing, a dead one no token', async () => {
    await sql(`select enqueue('reset_password', 'r', '{"to": "a@b.co", "token": "secret"}')`)
    await expect(sql('update outbox set sent_at = now()')).rejects.toThrow(/outbox_forgets_what_was_sent/)
    await expect(sql('update outbox set dead_at = now()')).rejects.toThrow(/outbox_dead_rows_hold_no_token/)
  })

  test('the list tells to whom each goes, oldest first, and when it is tried again where it is', async () => {
    const told =
      'select kind, recipient, attempts, next_attempt_at is null as given_up from list_undelivered()'
    await sql(`select register_member('noe@example.com', '$argon2id$x', 'Noe')`)
    await sql(
      `insert into outbox (kind, dedupe_key, payload, user_id, created_at, attempts, dead_at, sent_at)
       select kind, dedupe_key, payload, case when concerns then u.id end,
         now() - n * interval '1 minute', n, case when n = 3 then now() end, case when n = 5 then now() end
       from users u, (values
         ('change_email', '1', '{"to": "new@example.com"}'::jsonb, true, 1),
         ('membership_decided', '2', '{}', true, 2),
         ('password_changed', '3', '{"to": "stranger@example.com"}', false, 3),
         ('user_registered', '4', '{"email": "kai@example.com"}', true, 4),
         ('password_changed', '5', null, true, 5)
       ) as row (kind, dedupe_key, payload, concerns, n)
       where u.email = 'kai@example.com'`,
    )
    expect(await sql(told)).toEqual([
      { kind: 'user_registered', recipient: 'kai@example.com', attempts: 4, given_up: false },
      { kind: 'password_changed', recipient: 'stranger@example.com', attempts: 3, given_up: true },
      { kind: 'membership_decided', recipient: 'kai@example.com', attempts: 2, given_up: false },
      { kind: 'change_email', recipient: 'new@example.com', attempts: 1, given_up: false },
    ])
    await sql(`delete from users where email = 'noe@example.com'`)
  })

  test('the list counts all that nobody was told, however few it shows', async () => {
    for (const key of ['1', '2', '3'])
      await sql(`select enqueue('password_changed', $1, '{"to": "a@b.co"}')`, [key])
    await sql(`update outbox set created_at = now() - dedupe_key::int * interval '1 minute'`)
    await sql(`update outbox set sent_at = now(), payload = null where dedupe_key = '3'`)
    expect(
      await sql(
        `select in_all::int, created_at = oldest as is_oldest, oldest = now() - interval '2 minutes' as later
         from list_undelivered(1)`,
      ),
    ).toEqual([{ in_all: 2, is_oldest: true, later: false }])
  })

  test('whoever claims rows waits for nobody, and gets no row that somebody else holds', async () => {
    for (const key of ['1', '2']) await sql(`select enqueue('password_changed', $1, '{}')`, [key])
    const holder = new pg.Client(database.databaseUrl)
    const worker = new pg.Client({ connectionString: database.databaseUrl, statement_timeout: 5000 })
    await Promise.all([holder.connect(), worker.connect()])
    try {
      await holder.query('begin')
      await holder.query(`select from outbox where dedupe_key = '1' for update`)
      const claimed = await worker.query(`select * from claim_outbox(9, interval '1 minute')`)
      expect(claimed.rows).toHaveLength(1)
    } finally {
      await Promise.all([holder.end(), worker.end()])
    }
    expect(await claim(9)).toEqual([1])
  })

  describe('what was given up', () => {
    const STAYS = 'stays: its link is gone, a new one must be asked for'

    beforeAll(() => sql(`select register_member('noe@example.com', '$argon2id$x', 'Noe')`))
    beforeEach(async () => {
      const [kai] = await sql(`select id as key from users where email = 'kai@example.com'`)
      for (const [key, kind, payload] of [
        ['registered', 'user_registered', { userId: kai?.key, email: 'kai@then.example' }],
        ['decided', 'membership_decided', { userId: kai?.key, eventId: 1 }],
        ['elsewhere', 'password_changed', { to: 'nobody@example.com' }],
        ['link', 'reset_password', { userId: kai?.key, to: 'kai@example.com' }],
        ['waits', 'password_changed', { to: 'kai@example.com' }],
        ['sent', 'password_changed', { to: 'kai@example.com' }],
      ] as const)
        await sql('select enqueue($1, $2, $3)', [kind, key, payload])
      await sql(`update outbox set attempts = 3;
        update outbox set dead_at = now(), last_error = 'refused' where dedupe_key not in ('waits', 'sent');
        update outbox set expires_at = now() + interval '1 hour' where dedupe_key = 'link';
        update outbox set sent_at = now(), payload = null where dedupe_key = 'sent'`)
    })

    test('is tried again, oldest first, once, and says to whom; what waits or is sent stays as it is', async () => {
      const refused = { last_error: 'refused', result: 'tried again' }
      expect(await retry()).toMatchObject([
        { kind: 'user_registered', recipient: 'kai@then.example', ...refused },
        { kind: 'membership_decided', recipient: 'kai@example.com', ...refused },
        { kind: 'password_changed', recipient: 'nobody@example.com', ...refused },
        { kind: 'reset_password', recipient: 'kai@example.com', last_error: 'refused', result: STAYS },
      ])
      expect(await states()).toEqual([
        ['registered', 1, false],
        ['decided', 1, false],
        ['elsewhere', 1, false],
        ['link', 3, true],
        ['waits', 3, false],
        ['sent', 3, false],
      ])
      expect(await retry()).toMatchObject([{ kind: 'reset_password', result: STAYS }])
    })

    test('about one member is tried again alone', async () => {
      expect((await retry(['kai@example.com'])).map(({ kind }) => kind)).toEqual([
        'user_registered',
        'membership_decided',
        'reset_password',
      ])
      expect(await states()).toContainEqual(['elsewhere', 3, true])
      expect(await retry(['noe@example.com'])).toEqual([])
    })

    test('is not tried again about an address that nobody has, which is said also where nothing was given up', async () => {
      const mistyped = 'No member has the e-mail address "kay@example.com"'
      await expect(retry(['kay@example.com'])).rejects.toThrow(mistyped)
      await sql('delete from outbox')
      await expect(retry(['kay@example.com'])).rejects.toThrow(mistyped)
    })

    function retry(emails: string[] | null = null) {
      return sql('select * from retry_outbox($1)', [emails])
    }
  })

  describe('after a backup was restored', () => {
    beforeEach(async () => {
      for (const [key, kind] of [
        ['link', 'reset_password'],
        ['old', 'password_changed'],
        ['young', 'password_changed'],
        ['tried', 'password_changed'],
        ['later', 'password_changed'],
        ['dead', 'password_changed'],
        ['sent', 'password_changed'],
      ])
        await sql(`select enqueue($1, $2, '{"to": "a@b.co"}')`, [kind, key])
      await sql(`update outbox set created_at = now() - interval '2 hours' where dedupe_key not in ('young', 'tried');
        update outbox set payload = payload || '{"token": "secret"}' where dedupe_key in ('link', 'young');
        update outbox set attempts = 3 where dedupe_key in ('tried', 'dead', 'sent');
        update outbox set locked_until = now() + interval '1 minute' where dedupe_key = 'tried';
        update outbox set next_attempt_at = now() + interval '1 hour' where dedupe_key = 'later';
        update outbox set dead_at = now() - interval '1 hour', last_error = 'refused' where dedupe_key = 'dead';
        update outbox set sent_at = now() - interval '1 hour', payload = null where dedupe_key = 'sent'`)
    })

    test('what is old is given up without its link, what is young is asked about first, and nothing else is touched', async () => {
      const before = await rows('later', 'dead', 'sent')
      expect(await settle()).toEqual([
        { kind: 'password_changed', given_up: '1', kept: '2' },
        { kind: 'reset_password', given_up: '1', kept: '0' },
      ])
      expect(await rows('later', 'dead', 'sent')).toEqual(before)
      const to = { to: 'a@b.co' }
      const givenUp = { attempts: 1, last_error: 'restored', payload: to, dead: true }
      const kept = { last_error: null, dead: false }
      expect(await rows('link', 'old', 'young', 'tried')).toMatchObject([
        givenUp,
        givenUp,
        { attempts: 1, payload: { ...to, token: 'secret' }, ...kept },
        { attempts: 3, payload: to, ...kept, locked_until: null },
      ])
    })

    function settle() {
      return sql('select * from settle_after_restore()')
    }

    function rows(...keys: string[]) {
      return sql(
        `select *, dead_at is not null as dead from outbox where dedupe_key = any ($1) order by array_position($1, dedupe_key)`,
        [keys],
      )
    }
  })

  async function states() {
    const rows = await query<{ key: string; attempts: number; dead: boolean }>(
      database,
      'select dedupe_key as key, attempts, dead_at is not null as dead from outbox order by created_at, id',
    )
    return rows.map(({ key, attempts, dead }) => [key, attempts, dead])
  }

  async function claim(batch: number) {
    const rows = await sql(
      `select o.dedupe_key::int as key from claim_outbox($1, interval '1 minute') c join outbox o using (id) order by o.created_at`,
      [batch],
    )
    return rows.map((row) => row.key)
  }

  function sql(text: string, params: unknown[] = []) {
    return query<Record<'key' | 'kind', unknown>>(database, text, params)
  }
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxKinds } from '#src/server/outbox/announcement.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

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

  test('a bare UPDATE of the status announces the decision; a return to pending announces nothing', async () => {
    await sql(`update profiles set approval_status = 'approved'`)
    await sql(`update profiles set approval_status = 'denied'`)
    await sql(`update profiles set approval_status = 'denied'`)
    await sql(`update profiles set approval_status = 'pending'`)
    expect(await sql('select kind, count(*)::int as n from outbox group by kind')).toEqual([
      { kind: 'membership_decided', n: 2 },
    ])
  })

  test('admins see who has not been told, and nothing that was sent', async () => {
    await sql(`update profiles set approval_status = 'approved'`)
    await sql(`select enqueue('password_changed', 'p', '{"to": "a@b.co"}')`)
    expect(await sql('select kind, recipient, given_up from undelivered')).toEqual([
      { kind: 'membership_decided', recipient: 'kai@example.com', given_up: false },
      { kind: 'password_changed', recipient: 'a@b.co', given_up: false },
    ])
    await sql('update outbox set sent_at = now(), payload = null')
    expect(await sql('select * from undelivered')).toEqual([])
  })

  test('claimed rows are the oldest that are due, and nobody else gets them while the lease lasts', async () => {
    for (const key of ['1', '2', '3', '4']) await sql(`select enqueue('password_changed', $1, '{}')`, [key])
    await sql(`update outbox set created_at = now() - (5 - dedupe_key::int) * interval '1 minute'`)
    await sql(`update outbox set next_attempt_at = now() + interval '1 minute' where dedupe_key = '2'`)

    expect(await claim(2)).toEqual([1, 3])
    expect(await claim(2)).toEqual([4])
    await sql(`update outbox set locked_until = now() where dedupe_key = '3'`)
    expect(await claim(9)).toEqual([3])
  })

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

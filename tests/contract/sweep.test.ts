import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#src/server/sweep/sweep.ts'
import { onPortal } from '../support/portal.ts'

onPortal('the sweep', (portal) => {
  beforeEach(async () => {
    await sql(`select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
  })
  afterEach(async () => {
    await portal.clear()
  })

  test('deletes only expired rows', async () => {
    for (const [n, when] of ["- interval '1 second'", "+ interval '1 minute'"].entries()) {
      const id = `repeat('${n}', 64)`
      const member = `(select id from users where email = 'kai@example.com')`
      await sql(`insert into sessions (id, user_id, expires_at) values (${id}, ${member}, now() ${when})`)
      await sql(`insert into email_tokens (token_hash, purpose, user_id, expires_at)
        values (${id}, 'reset_password', ${member}, now() ${when})`)
      await sql(`insert into rate_limits (key, window_ends_at) values (${id}, now() ${when})`)
      await sql(
        `insert into known_devices (id, user_id, first_seen_at) values (${id}, ${member}, now() - interval '1 year' ${when})`,
      )
      for (const end of ['sent_at', 'dead_at']) {
        await sql(`insert into outbox (kind, dedupe_key, created_at, ${end})
          values ('password_changed', '${end}${n}', now() - interval '91 days', now() - interval '90 days' ${when})`)
      }
    }
    await sql(
      `insert into outbox (kind, dedupe_key, created_at) values ('password_changed', 'waits', now() - interval '1 year')`,
    )

    const removed = { sessions: 1, email_tokens: 1, rate_limits: 1, known_devices: 1, outbox: 2 }
    expect(await run()).toEqual({ ...removed, users: 0, accounts: 0, avatars: 0, withheldAvatars: 0 })
    expect(Object.values(await run()).every((count) => count === 0)).toBe(true)
    for (const table of ['sessions', 'email_tokens', 'rate_limits', 'known_devices'])
      expect([table, await sql(`select count(*)::int as n from ${table}`)]).toEqual([table, [{ n: 1 }]])
    expect(await sql('select dedupe_key as key from outbox order by 1')).toEqual([
      { key: 'dead_at1' },
      { key: 'sent_at1' },
      { key: 'waits' },
    ])
  })

  describe('an unconfirmed sign-up', () => {
    test.each([
      ['29 days 23 hours', 1],
      ['30 days 1 hour', 0],
    ])('is deleted after 30 days: after %s, %i is left', async (age, left) => {
      await sql(`update users set created_at = now() - interval '${age}'`)
      expect(await run()).toMatchObject({ users: 1 - left })
      expect(await sql('select 1 from users')).toHaveLength(left)
    })

    test('is deleted without a trace', async () => {
      await sql('delete from users')
      const [before] = await sql('select count(*)::int as n from approval_events')
      await sql(`select sign_up('gone@example.com', '$argon2id$x', null, repeat('b', 64), '7 days')`)
      await sql(`update users set created_at = now() - interval '31 days'`)
      expect(await run()).toMatchObject({ users: 1 })
      for (const table of ['users', 'profiles', 'email_tokens', 'outbox'])
        expect(await sql(`select 1 from ${table}`), table).toEqual([])
      expect(await sql('select count(*)::int as n from approval_events')).toEqual([before])
    })

    test.each([
      ['confirmed', `update users set email_confirmed_at = now()`],
      ['approved', `update profiles set approval_status = 'approved'`],
      [
        'denied once and sent back',
        `select decide_memberships(array['kai@example.com'], s, force => true) from unnest(array['denied', 'pending']) s`,
      ],
    ])('stays when it was %s', async (_, statement) => {
      await sql(statement)
      await sql(`update users set created_at = now() - interval '9 years'`)
      expect(await run()).toMatchObject({ users: 0 })
      expect(await sql('select email from users')).toEqual([{ email: 'kai@example.com' }])
    })
  })

  function run() {
    return sweep(portal.deps)
  }

  function sql(text: string) {
    return portal.query<Record<'n' | 'key' | 'email', unknown>>(text)
  }
})

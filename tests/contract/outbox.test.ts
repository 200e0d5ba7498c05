import { beforeEach, describe, expect, test } from 'vitest'
import {
  deferRows,
  findDecision,
  leaseRows,
  type LeasedRow,
  markDead,
  markSent,
  scheduleRetry,
} from '#src/server/outbox/outbox.ts'
import { onPortal } from '../support/portal.ts'
import { whileHeld } from '../support/transactions.ts'

const LEASE = 60
const KAI = 'kai@example.com'
const SENT = { providerMessageId: 'pm-1' }

onPortal('the outbox', (portal) => {
  beforeEach(() => portal.clear())

  test('a message is queued once for each dedupe key', async () => {
    for (let n = 0; n < 2; n++)
      await portal.query(`select enqueue('password_changed', 'reset:1', '{"to": "a@b.co"}')`)
    expect(await portal.query('select kind, attempts from outbox')).toEqual([
      { kind: 'password_changed', attempts: 0 },
    ])
  })

  test('rows are leased oldest first', async () => {
    for (const to of ['a@example.com', 'b@example.com']) await announce('password_changed', { to })
    const rows = await lease()
    expect(rows.map(({ message, attempts }) => [message, attempts])).toMatchObject([
      [{ to: 'a@example.com' }, 1],
      [{ to: 'b@example.com' }, 1],
    ])
  })

  test('a row is due again after its lease', async () => {
    await announce('password_changed', { to: KAI })
    await lease()
    await portal.pass(LEASE - 1)
    expect(await lease()).toEqual([])
    await portal.pass(1)
    expect((await lease())[0]?.attempts).toBe(2)
  })

  test('a row that another worker is leasing isn’t leased', async () => {
    await announce('password_changed', { to: KAI })
    expect(await whileHeld(portal.database, ['select from outbox for update'], lease)).toEqual([])
  })

  test('a sent row is never leased again', async () => {
    await announce('password_changed', { to: KAI })
    await markSent(portal.deps.sql, [{ ...(await leaseOne()), ...SENT }])
    await portal.pass(2 * LEASE)
    expect(await lease()).toEqual([])
    expect(await stored()).toEqual({
      state: 'sent',
      payload: null,
      reason: null,
      providerMessageId: 'pm-1',
      attempts: 1,
    })
  })

  test.each([
    [1, 30],
    [7, 1920],
    [8, 3600],
    [20, 3600],
  ])('after attempt %i, a row waits about %i s', async (tries, expected) => {
    await announce('password_changed', { to: KAI })
    await portal.query('update outbox set attempts = $1', [tries - 1])
    const row = await leaseOne()
    await scheduleRetry(portal.deps.sql, [row], { reason: 'down', attempts: tries })
    const [left] = await portal.query<{ waits: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as waits from outbox',
    )
    expect(left?.waits).toBeGreaterThan(expected * 0.79)
    expect(left?.waits).toBeLessThanOrEqual(Math.min(3600, expected * 1.2))
  })

  test('a worker without its lease can only mark the row as sent', async () => {
    await announce('password_changed', { to: KAI })
    const late = await leaseOne()
    await portal.pass(LEASE)
    await lease()
    await scheduleRetry(portal.deps.sql, [late], { reason: 'late', attempts: 1 })
    await deferRows(portal.deps.sql, [late], { delayMs: 0, reason: 'late' })
    await markDead(portal.deps.sql, [late], 'late')
    expect(await stored()).toMatchObject({ state: 'waiting', reason: null, attempts: 2 })
    await markSent(portal.deps.sql, [{ ...late, ...SENT }])
    expect(await stored()).toMatchObject({ state: 'sent' })
  })

  test('a worker whose lease expired can’t give a row up that another worker has deferred', async () => {
    await announce('password_changed', { to: KAI })
    const expired = await leaseOne()
    await portal.pass(LEASE)
    await deferRows(portal.deps.sql, [await leaseOne()], { delayMs: 0, reason: 'rate limit' })
    await markDead(portal.deps.sql, [expired], 'late')
    expect(await stored()).toMatchObject({ state: 'waiting', reason: 'rate limit' })
  })

  describe('a decision', () => {
    beforeEach(async () => {
      await portal.signUp(KAI)
      await portal.query('delete from outbox')
    })

    test.each([
      [
        ['approved', 'denied', 'approved'],
        ['superseded', 'superseded', 'tell approved'],
      ],
      [['approved', 'pending'], ['undecided']],
    ])('is announced as it stands when the email is sent: %j', async (statuses, told) => {
      for (const status of statuses) await portal.decide(KAI, status)
      expect(await verdicts()).toEqual([])
      await portal.pass(60)
      expect(await verdicts()).toEqual(told)
    })

    test('is emailed once within ten minutes', async () => {
      await portal.decide(KAI, 'approved')
      await portal.pass(60)
      await markSent(portal.deps.sql, [{ ...(await leaseOne()), ...SENT }])
      await portal.decide(KAI, 'denied')
      await portal.pass(60)
      expect(await verdicts()).toEqual(['tell denied'])
      await portal.decide(KAI, 'approved')
      await portal.pass(480)
      expect(await verdicts()).toEqual(['superseded', 'already_announced'])
      await portal.pass(120)
      expect(await verdicts()).toEqual(['superseded', 'tell approved'])
    })

    test('that was undone before its email left isn’t announced', async () => {
      await portal.decide(KAI, 'approved')
      await portal.pass(60)
      await markSent(portal.deps.sql, [{ ...(await leaseOne()), ...SENT }])
      await portal.pass(3600)
      await portal.decide(KAI, 'denied')
      await portal.query('select undo_decisions(array[$1])', [KAI])
      await portal.pass(60)
      expect(await verdicts()).toEqual(['superseded', 'already_announced'])
    })

    test('that was undone leaves the one before it to be announced', async () => {
      await portal.decide(KAI, 'approved')
      await portal.decide(KAI, 'denied')
      await portal.query('select undo_decisions(array[$1])', [KAI])
      await portal.pass(60)
      expect(await verdicts()).toEqual(['superseded', 'superseded', 'tell approved'])
    })

    async function verdicts() {
      const found = (await lease()).map(async ({ message }) => {
        const eventId = message?.kind === 'membership_decided' ? message.eventId : ''
        const decision = await findDecision(portal.deps.sql, eventId)
        return decision?.verdict === 'announce' ? `tell ${decision.approvalStatus}` : decision?.verdict
      })
      return Promise.all(found)
    }
  })

  describe('an administrator', () => {
    /** One row each: waiting, failing, given up, given up with a link, and sent. */
    beforeEach(async () => {
      await portal.member(KAI)
      await portal.query('delete from outbox')
      await portal.query(
        `insert into outbox (kind, dedupe_key, payload, user_id, created_at, attempts, dead_at, sent_at, expires_at, last_error)
         select kind, dedupe_key, payload, u.id, now() - n * interval '1 minute', n,
           case when n in (2, 3) then now() end, case when n = 1 then now() end,
           case when n = 2 then now() end, case when n > 1 and n < 5 then 'refused' end
         from users u, (values
           ('membership_decided', 'waits', '{}'::jsonb, 61), ('change_email', 'fails', '{"to": "new@example.com"}', 4),
           ('user_registered', 'dead', '{"email": "kai@then.example"}', 3), ('reset_password', 'link', '{}', 2),
           ('password_changed', 'sent', null, 1)
         ) as row (kind, dedupe_key, payload, n)`,
      )
    })

    test('lists the messages that weren’t sent', async () => {
      expect(
        await portal.query(
          'select recipient, state, attempts from messages where sent_at is null order by created_at',
        ),
      ).toEqual([
        { recipient: KAI, state: 'waiting', attempts: 61 },
        { recipient: 'new@example.com', state: 'retrying', attempts: 4 },
        { recipient: 'kai@then.example', state: 'failed', attempts: 3 },
        { recipient: KAI, state: 'failed', attempts: 2 },
      ])
    })

    test('retries dead letters but those that have lost their link', async () => {
      const retry = (emails: string[]) => portal.query('select kind, result from retry_outbox($1)', [emails])
      await portal.member('noe@example.com')
      expect(await retry(['noe@example.com'])).toEqual([])
      const stays = {
        kind: 'reset_password',
        result: 'not retried: its link is gone, so the member must request a new one',
      }
      expect(await retry([KAI])).toEqual([{ kind: 'user_registered', result: 'will be retried' }, stays])
      expect(await retry([KAI])).toEqual([stays])
      // The second try asks the provider whether it has the message.
      expect(await portal.query(`select attempts from outbox where dedupe_key = 'dead'`)).toEqual([
        { attempts: 1 },
      ])
    })

    test('restored-backup: gives up messages that have waited for an hour', async () => {
      await portal.query(`update outbox set attempts = 0, payload = payload || '{"token": "secret"}'
        where dedupe_key in ('waits', 'fails')`)
      const settle = 'select kind, failed::int, retrying::int from reconcile_after_restore()'
      expect(await portal.query(settle)).toEqual([
        { kind: 'change_email', failed: 0, retrying: 1 },
        { kind: 'membership_decided', failed: 1, retrying: 0 },
      ])
      const left = `select attempts, last_error, payload ? 'token' as has_token, dead_at is not null as is_dead
        from outbox where dedupe_key in ('waits', 'fails') order by created_at`
      expect(await portal.query(left)).toEqual([
        { attempts: 1, last_error: 'restored', has_token: false, is_dead: true },
        { attempts: 1, last_error: 'refused', has_token: true, is_dead: false },
      ])
    })
  })

  function announce(kind: string, payload: object) {
    return portal.query('select enqueue($1, gen_random_uuid()::text, $2)', [kind, payload])
  }

  function lease(): Promise<LeasedRow[]> {
    return leaseRows(portal.deps.sql, 'single', { count: 10, leaseMs: LEASE * 1000 })
  }

  async function leaseOne(): Promise<LeasedRow> {
    const [row] = await lease()
    if (!row) throw new Error('There is no such row.')
    return row
  }

  async function stored() {
    const [row] = await portal.query(
      `select case when sent_at is not null then 'sent' when dead_at is not null then 'dead' else 'waiting' end as state,
         payload, last_error as reason, provider_message_id as "providerMessageId", attempts
       from outbox`,
    )
    return row
  }
})

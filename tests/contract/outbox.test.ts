import { beforeEach, describe, expect, test } from 'vitest'
import {
  bury,
  claimRows,
  type ClaimedRow,
  findDecision,
  markSent,
  postpone,
} from '#src/server/outbox/outbox.ts'
import { onPortal } from '../support/portal.ts'

const MINUTE = 60
const LEASE = MINUTE
const KAI = 'kai@example.com'
const SENT = { providerId: 'pm-1', reason: null }

onPortal('the outbox', (portal) => {
  beforeEach(() => portal.clear())

  test('what was announced is claimed once, oldest first, with its payload read', async () => {
    await announceTo('a@example.com')
    await announceTo('b@example.com')
    expect(recipients(await claim())).toEqual(['a@example.com', 'b@example.com'])
    expect(await claim()).toEqual([])
  })

  test('what a dead worker had is due again after its lease, and the try counts', async () => {
    await announceTo('a@example.com')
    expect((await claim())[0]?.attempts).toBe(1)
    await portal.pass(LEASE - 1)
    expect(await claim()).toEqual([])
    await portal.pass(1)
    expect((await claim())[0]?.attempts).toBe(2)
  })

  test('what is sent is never claimed again and remembers nothing', async () => {
    await announceTo('a@example.com')
    const [row] = await claim()
    await markSent(portal.deps.sql, must(row), SENT)
    await portal.pass(2 * LEASE)
    expect(await claim()).toEqual([])
    expect(await stored()).toEqual({
      state: 'sent',
      payload: null,
      reason: null,
      providerId: 'pm-1',
      attempts: 1,
    })
  })

  test('what is postponed comes back after the delay and says why', async () => {
    await announceTo('a@example.com')
    const [row] = await claim()
    await postpone(portal.deps.sql, must(row), { delayMs: 30_000, reason: 'down' })
    expect(await stored()).toMatchObject({ state: 'waiting', reason: 'down', attempts: 1 })
    await portal.pass(29)
    expect(await claim()).toEqual([])
    await portal.pass(1)
    expect((await claim())[0]?.attempts).toBe(2)
  })

  test('what is given back has not used up a try', async () => {
    await announceTo('a@example.com')
    const [row] = await claim()
    await postpone(portal.deps.sql, must(row), {
      attempts: must(row).attempts - 1,
      delayMs: 30_000,
      reason: 'not let in',
    })
    expect(await stored()).toMatchObject({ state: 'waiting', reason: 'not let in', attempts: 0 })
    await portal.pass(30)
    expect((await claim())[0]?.attempts).toBe(1)
  })

  test('what is buried is never claimed again and has lost its token', async () => {
    await announce('reset_password', { to: 'a@example.com', fullName: 'Kai', token: 'secret' })
    const [row] = await claim()
    await bury(portal.deps.sql, must(row), 'inactive')
    await portal.pass(2 * LEASE)
    expect(await claim()).toEqual([])
    expect(await stored()).toMatchObject({
      state: 'dead',
      payload: { to: 'a@example.com', fullName: 'Kai' },
      reason: 'inactive',
    })
  })

  test('a worker that lost its lease can no longer postpone, bury or give back what another one has', async () => {
    await announceTo('a@example.com')
    const [late] = await claim()
    await portal.pass(LEASE)
    await claim()
    await postpone(portal.deps.sql, must(late), { delayMs: 0, reason: 'late' })
    await postpone(portal.deps.sql, must(late), {
      attempts: must(late).attempts - 1,
      delayMs: 0,
      reason: 'late',
    })
    await bury(portal.deps.sql, must(late), 'late')
    expect(await claim()).toEqual([])
    expect(await stored()).toMatchObject({ state: 'waiting', reason: null, attempts: 2 })
  })

  test('a worker that lost its lease after sending has sent it all the same', async () => {
    await announceTo('a@example.com')
    const [late] = await claim()
    await portal.pass(LEASE)
    await claim()
    await markSent(portal.deps.sql, must(late), SENT)
    await portal.pass(2 * LEASE)
    expect(await claim()).toEqual([])
  })

  test('a row knows that it has expired and how late it is', async () => {
    await announce('reset_password', { to: 'a@example.com', token: 't' }, 60 * MINUTE)
    await portal.pass(59 * MINUTE)
    const [inTime] = await claim()
    expect(inTime?.expired).toBe(false)
    expect(Math.round((inTime?.overdueMs ?? 0) / 60_000)).toBe(59)
    await portal.pass(MINUTE)
    expect((await claim())[0]?.expired).toBe(true)
  })

  test.each([
    ['confirm_email', { to: 'a@example.com', token: 't' }, { fullName: null }],
    [
      'user_registered',
      { userId: '1', email: 'a@example.com', fullName: 'ʻŌhiʻa 張' },
      { fullName: 'ʻŌhiʻa 張' },
    ],
    ['membership_decided', { userId: '1', eventId: 12 }, { eventId: '12' }],
    ['password_changed', { fullName: 'Kai' }, null],
    ['password_changed', { to: 7 }, null],
  ])('the payload of %s %o is read', async (kind, payload, expected) => {
    await announce(kind, payload)
    const { announcement } = must((await claim())[0])
    if (expected) expect(announcement).toMatchObject({ kind, ...expected })
    else expect(announcement).toBeNull()
  })

  describe('decisions are told as they are now', () => {
    beforeEach(async () => {
      await portal.signUp(KAI)
      await portal.query('delete from outbox')
    })

    test('approve, deny, approve within a minute: only the last is told', async () => {
      for (const status of ['approved', 'denied', 'approved']) await decide(status)
      expect(await verdicts()).toEqual(['superseded', 'superseded', 'tell approved'])
    })

    test('a return to pending silences what was decided before', async () => {
      await decide('approved')
      await decide('pending')
      expect(await verdicts()).toEqual(['undecided'])
    })

    test('what was told a moment ago is not told twice; told long ago, it is', async () => {
      await decide('approved')
      await tell()
      await decide('denied')
      await decide('approved')
      expect(await verdicts()).toEqual(['superseded', 'told_already'])

      for (const [minutes, verdict] of [
        [9, 'told_already'],
        [11, 'tell approved'],
      ] as const) {
        await portal.query(
          `update outbox set sent_at = now() - interval '${minutes} minutes' where sent_at is not null`,
        )
        await portal.query('update outbox set locked_until = null')
        expect(await verdicts()).toEqual(['superseded', verdict])
      }
    })

    test('the other decision is told, however soon', async () => {
      await decide('approved')
      await tell()
      await decide('denied')
      expect(await verdicts()).toEqual(['tell denied'])
    })

    test('a decision about an account that is gone is nobody’s', async () => {
      expect(await findDecision(portal.deps.sql, '999999')).toBeNull()
    })
  })

  function announce(kind: string, payload: object, expiresInSeconds: number | null = null) {
    const sql = 'select enqueue($1, gen_random_uuid()::text, $2, now() + make_interval(secs => $3))'
    return portal.query(sql, [kind, payload, expiresInSeconds])
  }

  const announceTo = (to: string) => announce('password_changed', { to, fullName: null })
  const claim = (batch = 10) => claimRows(portal.deps.sql, batch, LEASE * 1000)
  const decide = (status: string, email = KAI) =>
    portal.query(
      'update profiles set approval_status = $1 where id = (select id from users where email = $2)',
      [status, email],
    )

  async function tell() {
    const [row] = await claim(1)
    await markSent(portal.deps.sql, must(row), SENT)
  }

  function decisionOf({ announcement }: ClaimedRow) {
    return announcement?.kind === 'membership_decided'
      ? findDecision(portal.deps.sql, announcement.eventId)
      : Promise.resolve(null)
  }

  async function decisions() {
    return Promise.all((await claim()).map(decisionOf))
  }

  async function verdicts() {
    return (await decisions()).map((decision) => {
      expect(decision).toMatchObject({ email: KAI, fullName: 'Leilani' })
      return decision?.verdict === 'tell' ? `tell ${decision.approvalStatus}` : decision?.verdict
    })
  }

  async function stored() {
    const [found] = await portal.query<Row>(
      `select case when sent_at is not null then 'sent' when dead_at is not null then 'dead' else 'waiting' end as state,
         payload, last_error as reason, provider_id as "providerId", attempts
       from outbox`,
    )
    return must(found)
  }
})

function recipients(rows: ClaimedRow[]) {
  return rows.map(({ announcement }) => announcement && 'to' in announcement && announcement.to)
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such row.')
  return value
}

interface Row {
  state: string
  payload: object | null
  reason: string | null
  providerId: string | null
  attempts: number
}

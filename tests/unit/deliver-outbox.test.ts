import { describe, expect, test } from 'vitest'
import { backoffMs, MAX_ATTEMPTS } from '#src/server/outbox/backoff.ts'
import { deliverOutbox, type DeliveryDeps, type OutboxEvent } from '#src/server/outbox/deliver-outbox.ts'
import type { Mail, Mailable } from '#src/mail/message.ts'
import type { Outcome } from '#src/server/outbox/ports.ts'
import { memoryOutbox } from '../fakes/memory-outbox.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const plenty = { withinMs: 20_000 }

describe('how long a failed row waits', () => {
  test.each([
    [1, 30_000],
    [2, 60_000],
    [3, 120_000],
    [7, 1_920_000],
    [8, HOUR_MS],
    [20, HOUR_MS],
  ])('after try %i: %i ms, give or take a fifth, never more than an hour', (attempts, expected) => {
    expect(backoffMs(attempts, 0.5)).toBe(expected)
    expect(backoffMs(attempts, 0)).toBeLessThanOrEqual(expected)
    expect(backoffMs(attempts, 0)).toBeGreaterThanOrEqual(expected * 0.8)
    expect(backoffMs(attempts, 0.999)).toBeLessThanOrEqual(Math.min(HOUR_MS, expected * 1.2))
  })
})

describe('delivering the outbox', () => {
  test('a mail that fails three times goes out once, at the fourth try, after growing pauses', async () => {
    const post = postOffice(({ nth }) => (nth <= 3 ? failed : undefined))
    await post.announceMail('kai@example.com')
    const pauses: number[] = []
    for (let round = 0; round < 4; round++) {
      await post.deliver()
      const [row] = post.rows
      if (row?.sentAt) break
      pauses.push((row?.nextAttemptAt ?? 0) - post.clock.now)
      post.clock.now = row?.nextAttemptAt ?? 0
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000])
    expect(post.sent).toEqual(['kai@example.com'])
    expect(post.rows[0]).toMatchObject({ attempts: 4, payload: null, lastError: null })
  })

  test('a row is given up after eight tries, keeps what it said without its token, and raises an alarm', async () => {
    const post = postOffice(() => failed)
    await post.announce('reset_password', { to: 'kai@example.com', token: 'secret' })
    for (let round = 0; round < 20; round++) {
      await post.deliver()
      post.clock.now += HOUR_MS
    }
    expect(post.calls).toBe(MAX_ATTEMPTS)
    expect(post.rows[0]).toMatchObject({ attempts: 8, payload: { to: 'kai@example.com' }, lastError: 'down' })
    expect(post.rows[0]?.payload).not.toHaveProperty('token')
    expect(post.alarms).toContainEqual(expect.objectContaining({ code: 'outbox_row_dead', reason: 'down' }))
  })

  test('a full provider is left alone for as long as it asks, and no try is used up', async () => {
    const post = postOffice(() => ({ is: 'blocked', reason: 'busy', alarm: false, retryAfterMs: 90_000 }))
    for (let n = 0; n < 30; n++) await post.announceMail(`m${n}@example.com`)
    await post.deliver()
    expect(post.calls).toBeLessThanOrEqual(4)
    for (const row of post.rows)
      expect(row).toMatchObject({ attempts: 0, nextAttemptAt: post.clock.now + 90_000 })
    expect(post.alarms).toEqual([])
  })

  test('one refused recipient among ten is dead at once; the other nine get their mail', async () => {
    const post = postOffice(({ to }) =>
      to === 'm3@example.com' ? { is: 'refused', reason: 'inactive' } : undefined,
    )
    for (let n = 0; n < 10; n++) await post.announceMail(`m${n}@example.com`)
    expect(await post.deliver()).toMatchObject({ sent: 9, dead: 1 })
    expect(post.alarms).toHaveLength(1)
  })

  test('when we are not let in, it is tried no further, no try is used up, and one alarm is raised', async () => {
    const post = postOffice(() => ({ is: 'blocked', reason: 'bad token', alarm: true }))
    for (let n = 0; n < 30; n++) await post.announceMail(`m${n}@example.com`)
    expect(await post.deliver()).toMatchObject({ sent: 0, givenBack: 30 })
    expect(post.calls).toBeLessThanOrEqual(4)
    expect(post.rows.every((row) => row.attempts === 0)).toBe(true)
    expect(post.alarms).toEqual([{ code: 'outbox_blocked', kind: 'password_changed', reason: 'bad token' }])
  })

  test('trouble with mail does not hold up the webhook of the same batch', async () => {
    const post = postOffice(() => ({ is: 'blocked', reason: 'bad token', alarm: true }))
    await post.announceMail('kai@example.com')
    await post.announce('user_registered', { userId: '1', email: 'kai@example.com', fullName: 'Kai' })
    expect(await post.deliver()).toMatchObject({ sent: 1, givenBack: 1 })
    expect(post.posted).toMatchObject([{ userId: '1', email: 'kai@example.com', fullName: 'Kai' }])
  })

  test('any number of older mails that are blocked keep no webhook from being called', async () => {
    const post = postOffice(() => ({ is: 'blocked', reason: 'bad token', alarm: true }))
    for (let n = 0; n < 80; n++) await post.announceMail(`m${n}@example.com`)
    await post.announce('user_registered', { userId: '1', email: 'kai@example.com', fullName: 'Kai' })
    expect(await post.deliver()).toMatchObject({ sent: 1, givenBack: 80 })
  })

  test('a webhook that may not be called keeps neither mails nor word to administrators back', async () => {
    const refused = { is: 'blocked', reason: 'webhook_address_refused', alarm: true } as const
    const post = postOffice(() => undefined, { webhook: () => refused, admins: true })
    const everybody = Array.from({ length: 80 }, (_, n) => `${n}`)
    for (const userId of everybody) {
      await post.announce('user_registered', { userId, email: `m${userId}@example.com`, fullName: null })
    }
    await post.announceMail('kai@example.com')
    expect(await post.deliver()).toMatchObject({ sent: 1, givenBack: 80 })
    expect(post.told.toSorted()).toEqual(everybody.toSorted())
  })

  test('whoever asks us to come back at once is not asked again in the same run', async () => {
    const post = postOffice(() => ({ is: 'blocked', reason: 'busy', alarm: false, retryAfterMs: 0 }))
    await post.announceMail('kai@example.com')
    await post.deliver()
    expect(post.calls).toBe(1)
  })

  test('nothing is taken up after the time is over', async () => {
    const post = postOffice(() => {
      post.clock.now += 3000
      return undefined
    })
    for (let n = 0; n < 50; n++) await post.announceMail(`m${n}@example.com`)
    await post.deliver()
    expect(post.sent.length).toBeLessThan(12)
    expect(post.rows.filter((row) => !row.sentAt).every((row) => row.attempts === 0)).toBe(true)
  })

  test.each([
    ['a template that throws', 'password_changed', { to: 'poison@example.com' }, 'unrenderable'],
    ['a payload without a recipient', 'password_changed', {}, 'unreadable_payload'],
    ['a kind of a newer release', 'newsletter', { to: 'kai@example.com' }, 'unreadable_payload'],
  ])('%s is given up in the end and harms no other row', async (_, kind, payload, reason) => {
    const post = postOffice(() => undefined)
    await post.announce(kind, payload)
    await post.announceMail('kai@example.com')
    for (let round = 0; round < 10; round++) {
      await post.deliver()
      post.clock.now += HOUR_MS
    }
    expect(post.sent).toEqual(['kai@example.com'])
    expect(post.rows[0]).toMatchObject({ attempts: MAX_ATTEMPTS, lastError: reason })
    expect(post.rows[0]?.deadAt).toBeGreaterThan(0)
  })

  test('a row that takes its worker down with it is given up after its last try', async () => {
    const post = postOffice(() => undefined)
    await post.announceMail('kai@example.com')
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      await post.outbox.claim(10, MINUTE_MS)
      post.clock.now += MINUTE_MS
    }
    expect(await post.deliver()).toMatchObject({ dead: 1, sent: 0 })
    expect(post.rows[0]?.lastError).toBe('worker_died')
  })

  test('after two hours of standstill a reset mail whose link is dead is dropped, the rest goes out, and the backlog is told', async () => {
    const post = postOffice(() => undefined)
    await post.announce('reset_password', { to: 'late@example.com', token: 'secret' }, HOUR_MS)
    await post.announceMail('kai@example.com')
    post.clock.now += 2 * HOUR_MS
    await post.deliver()
    expect(post.sent).toEqual(['kai@example.com'])
    expect(post.rows[0]).toMatchObject({ lastError: 'expired', payload: { to: 'late@example.com' } })
    expect(post.alarms).toContainEqual({ code: 'outbox_backlog', reason: 'oldest row is 120 minutes late' })
  })

  test('a try after the first asks whether the mail has arrived before sending another', async () => {
    const post = postOffice(() => undefined, { hasArrived: true })
    await post.announceMail('kai@example.com')
    await post.outbox.claim(10, MINUTE_MS)
    post.clock.now += MINUTE_MS
    expect(await post.deliver()).toMatchObject({ sent: 1 })
    expect(post.sent).toEqual([])
    expect(post.rows[0]).toMatchObject({ providerId: 'found' })
  })

  test.each(['undecided', 'superseded', 'told_already'] as const)(
    'a decision that is %s by now is not told',
    async (verdict) => {
      const post = postOffice(() => undefined)
      post.outbox.decisions.set('7', {
        email: 'kai@example.com',
        fullName: null,
        approvalStatus: 'approved',
        verdict,
      })
      await post.announce('membership_decided', { userId: '1', eventId: 7 })
      expect(await post.deliver()).toMatchObject({ sent: 0, skipped: 1 })
      expect(post.rows[0]).toMatchObject({ lastError: verdict, providerId: null, payload: null })
    },
  )

  test('the webhook hears who it was, whether the address is confirmed by now, and what to type', async () => {
    const post = postOffice(() => undefined)
    const kai = { email: 'kai@example.com', fullName: '=cmd|<b>' }
    post.outbox.waiting.set('1', { ...kai, emailConfirmed: true })
    await post.announce('user_registered', { userId: '1', ...kai })
    await post.announce('user_registered', { userId: '2', email: 'decided@example.com', fullName: null })
    await post.deliver()
    expect(post.posted).toEqual([
      {
        userId: '1',
        ...kai,
        emailConfirmed: true,
        approveCommand: `npm run admin -- approve -- 'kai@example.com'`,
      },
      {
        userId: '2',
        email: 'decided@example.com',
        fullName: null,
        emailConfirmed: null,
        approveCommand: null,
      },
    ])
  })

  test('without a webhook, registrations are settled in silence', async () => {
    const post = postOffice(() => undefined, { webhook: null })
    await post.announce('user_registered', { userId: '1', email: 'kai@example.com', fullName: null })
    expect(await post.deliver()).toMatchObject({ skipped: 1 })
    expect(post.alarms).toEqual([])
  })

  test('a database that fails in the middle of a batch leaves that row alone and settles the others', async () => {
    const post = postOffice(() => undefined)
    const markSent = post.outbox.markSent.bind(post.outbox)
    post.outbox.markSent = (row, receipt) =>
      row.id === post.rows[0]?.id ? Promise.reject(new Error('away')) : markSent(row, receipt)
    await post.announceMail('first@example.com')
    await post.announceMail('second@example.com')
    expect(await post.deliver()).toMatchObject({ sent: 1 })
    expect(post.alarms).toContainEqual(expect.objectContaining({ code: 'outbox_row_left' }))
  })
})

const failed: Outcome = { is: 'failed', reason: 'down' }
const taken: Outcome = { is: 'delivered', providerId: 'http_200' }

interface OfficeOptions {
  hasArrived?: boolean
  /** What the other system answers; null when there is none. */
  webhook?: (() => Outcome) | null
  admins?: boolean
}

function postOffice(
  answer: (call: { to: string; nth: number }) => Outcome | undefined,
  { hasArrived = false, webhook = () => taken, admins = false }: OfficeOptions = {},
) {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const outbox = memoryOutbox(clock)
  const sent: string[] = []
  const posted: object[] = []
  const told: string[] = []
  outbox.announceRegistration = (userId) => Promise.resolve(void told.push(userId))
  const alarms: OutboxEvent[] = []
  const office = { clock, outbox, rows: outbox.rows, sent, posted, told, alarms, calls: 0 }

  const deps: DeliveryDeps = {
    outbox,
    composer: { compose: (message) => compose(message) },
    mailer: {
      send({ to }) {
        office.calls += 1
        const outcome = answer({ to, nth: office.calls })
        if (!outcome) sent.push(to)
        return Promise.resolve(outcome ?? { is: 'delivered', providerId: 'sent' })
      },
      find: () => Promise.resolve(hasArrived ? { is: 'delivered', providerId: 'found' } : { is: 'unknown' }),
    },
    admins: admins ? { emails: ['leilani@example.com'], periodSeconds: null } : null,
    webhook: webhook
      ? {
          post(event) {
            posted.push(event)
            return Promise.resolve(webhook())
          },
        }
      : null,
    clock: () => clock.now,
    chance: () => 0.5,
    report: (event) => alarms.push(event),
  }
  return Object.assign(office, {
    deliver: () => deliverOutbox(deps, plenty),
    announce: outbox.announce.bind(outbox),
    announceMail: (to: string) => outbox.announce('password_changed', { to }),
  })
}

function compose(message: Mailable): Promise<Mail> {
  if (message.to.startsWith('poison')) return Promise.reject(new Error('A template threw.'))
  return Promise.resolve({ to: message.to, subject: message.kind, html: '', text: '' })
}

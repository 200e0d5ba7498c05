import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mailable } from '#src/emails/mails.ts'
import { deliverOutbox, MAX_ATTEMPTS } from '#src/server/outbox/deliver-outbox.ts'
import type { DeliveryDeps } from '#src/server/outbox/deliver-row.ts'
import type { Mail, Outcome } from '#src/server/vendors/ports.ts'
import { onPortal, type Portal } from '../support/portal.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'

const KAI = 'kai@example.com'
const HOUR = 3600

const failed: Outcome = { is: 'failed', reason: 'down' }
const taken: Outcome = { is: 'delivered', providerMessageId: 'taken' }
const notLetIn: Outcome = { is: 'blocked', reason: 'bad token', alarm: true }

/** With a fake provider and webhook; tests/faults/mails.test.ts has the real ones. */
onPortal('delivering the outbox', (portal) => {
  beforeEach(() => portal.clear())
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())
  const alarms = () => vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)) as object)

  test('a row that failed eight times is dead, keeps no token, and raises an alarm', async () => {
    const post = postOffice(portal, () => failed)
    await post.announce('reset_password', { to: KAI, token: 'secret' })
    for (let round = 0; round < MAX_ATTEMPTS + 2; round++) {
      await post.deliver()
      await portal.pass(HOUR)
    }
    expect(post.calls).toBe(MAX_ATTEMPTS)
    const rows = await post.rows()
    expect(rows).toMatchObject([{ state: 'dead', attempts: 8, payload: { to: KAI }, reason: 'down' }])
    expect(JSON.stringify(rows)).not.toContain('secret')
    const alarm = { code: 'outbox_row_dead', alarm: true, reason: 'down' }
    expect(alarms()).toContainEqual(expect.objectContaining(alarm))
  })

  test('a row that fails delays no other', async () => {
    const post = postOffice(portal, () => (post.calls === 1 ? failed : taken))
    for (let n = 0; n < 6; n++) await post.announceMail(`m${n}@example.com`)
    expect(await post.deliver()).toMatchObject({ sent: 5, retrying: 1, deferred: 0 })
  })

  test.each<[string, Outcome, number, number]>([
    ['that our token is wrong', notLetIn, 300, 1],
    ['that our rate is limited', { ...notLetIn, alarm: false }, 30, 0],
  ])('a provider that answers %s uses up no attempt', async (_, outcome, waits, times) => {
    const post = postOffice(portal, () => outcome)
    for (let n = 0; n < 12; n++) await post.announceMail(`m${n}@example.com`)
    expect(await post.deliver()).toMatchObject({ sent: 0, deferred: 12 })
    expect(post.calls).toBeLessThanOrEqual(4)
    for (const row of await post.rows())
      expect(row).toMatchObject({ attempts: 0, waits: about(waits), reason: 'bad token' })
    const alarm = { code: 'outbox_blocked', alarm: true, kind: 'password_changed', reason: 'bad token' }
    expect(alarms()).toEqual(Array(times).fill(alarm))
  })

  test('no email is given up while the provider is unavailable for a day', async () => {
    let isAway = true
    const post = postOffice(portal, () =>
      isAway ? { is: 'unavailable', reason: 'postmark_http_503' } : taken,
    )
    await portal.query(
      `select enqueue('reset_password', n::text, '{"to": "kai@example.com", "token": "secret"}', now() + interval '7 days')
       from generate_series(1, 9) n`,
    )
    await post.announceMail(KAI)
    for (let hour = 0; hour < 24; hour += 3) {
      const before = post.calls
      expect(await post.deliver()).toMatchObject({ sent: 0, dead: 0 })
      expect(post.calls - before).toBeLessThanOrEqual(4)
      await portal.pass(3 * HOUR)
    }
    isAway = false
    expect(await post.deliver()).toMatchObject({ sent: 10 })
  })

  test("blocked emails don't delay a webhook", async () => {
    const post = postOffice(portal, () => notLetIn)
    for (let n = 0; n < 12; n++) await post.announceMail(`m${n}@example.com`)
    await post.announce('user_registered', { userId: '1', email: KAI, fullName: 'Kai' })
    expect(await post.deliver()).toMatchObject({ sent: 1, deferred: 12 })
    expect(post.posted).toMatchObject([{ userId: '1', email: KAI, fullName: 'Kai' }])
  })

  test('no row is leased after the run’s time is up', async () => {
    const post = postOffice(portal, () => {
      post.nowMs = 14_000
      return taken
    })
    for (let n = 0; n < 12; n++) await post.announceMail(`m${n}@example.com`)
    await post.deliver()
    // Others were already being sent.
    expect(post.sent.length).toBeLessThanOrEqual(4)
    const left = (await post.rows()).filter(({ state }) => state === 'waiting')
    expect(left.every(({ attempts }) => attempts === 0)).toBe(true)
  })

  test.each([
    ['at once: a template that throws', { to: 'poison@example.com' }, 'unrenderable', 1],
    ['after eight tries: a payload without a recipient', {}, 'unreadable_payload', MAX_ATTEMPTS],
  ])('a row that can’t be sent is given up %s', async (_, payload, reason, attempts) => {
    const post = postOffice(portal, () => taken, { admins: true })
    await post.announce('password_changed', payload)
    await post.announceMail(KAI)
    for (let round = 0; round < MAX_ATTEMPTS; round++) {
      await post.deliver()
      await portal.pass(HOUR)
    }
    expect(post.sent).toEqual([KAI])
    expect((await post.rows())[0]).toMatchObject({ state: 'dead', attempts, reason })
  })

  test.each([
    ['a decision about an account that is gone', 'membership_decided', { eventId: '1' }, 'account_gone'],
    ['a sign-up without a webhook', 'user_registered', { userId: '1', email: KAI }, 'no_webhook'],
    ['a notice without administrators', 'registration_notice', { personId: '1' }, 'no_admins'],
    [
      'a notice of a person who was decided about',
      'registration_notice',
      { personId: '1' },
      'decided_already',
    ],
  ])('%s is skipped', async (_, kind, payload, reason) => {
    const post = postOffice(portal, () => taken, { hasWebhook: false, admins: reason === 'decided_already' })
    await post.announce(kind, payload)
    expect(await post.deliver()).toMatchObject({ skipped: 1 })
    expect(await post.rows()).toMatchObject([{ state: 'sent', reason }])
  })

  test('an invitation is sent only while its person is approved', async () => {
    const post = postOffice(portal, () => taken)
    const people = ['denied', 'undone', 'pending'].map((name) => ({ email: `${name}@example.org` }))
    await portal.query('select invite($1)', [JSON.stringify(people)])
    for (const name of ['denied', 'undone']) await portal.decide(`${name}@example.org`, 'denied')
    await portal.query(`select undo_decisions('{pending@example.org}')`)
    expect(await post.deliver()).toMatchObject({ sent: 0, skipped: 0 })
    await portal.query(`select undo_decisions('{undone@example.org}')`)
    await portal.pass(60)
    expect(await post.deliver()).toMatchObject({ sent: 1, skipped: 2 })
    expect(post.sent).toEqual(['undone@example.org'])
    const reasons = (await post.rows()).map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['not_approved', 'not_approved', null])
  })

  test.each([
    ['1 month', 'membership_ended'],
    ['10 seconds', 'membership_denied'],
  ])('a person who is denied %s after an approval gets the email %s', async (since, kind) => {
    const post = postOffice(portal, () => taken)
    await portal.signUp(KAI)
    await portal.query(
      `insert into approval_events (user_id, actor, to_status, created_at)
       select id, 'Noe', 'approved', now() - $1::interval from users`,
      [since],
    )
    await portal.query(`update profiles set approval_status = 'approved'`)
    await portal.query('delete from outbox')
    await portal.decide(KAI, 'denied')
    await portal.pass(60)
    await post.deliver()
    expect(post.kinds).toEqual([kind])
  })

  test('the webhook gets a sign-up with its confirmation', async () => {
    const named = { email: KAI, fullName: '=cmd|<b>' }
    const post = postOffice(portal, () => taken)
    await portal.signUp(KAI)
    await portal.query('delete from outbox')
    await portal.query('update profiles set full_name = $1', [named.fullName])
    await portal.query('update users set email_confirmed_at = now()')
    const userId = (await portal.account(KAI))?.id
    await post.announce('user_registered', { userId, ...named })
    await post.announce('user_registered', { userId: 'decided', email: 'd@example.com', fullName: null })
    await post.deliver()
    const decided = { userId: 'decided', email: 'd@example.com', fullName: null }
    // Webhook calls run in parallel.
    expect(post.posted).toHaveLength(2)
    expect(post.posted).toContainEqual({ userId, ...named, emailConfirmed: true })
    expect(post.posted).toContainEqual({ ...decided, emailConfirmed: null })
  })
})

interface OfficeOptions {
  hasWebhook?: boolean
  admins?: boolean
}

function postOffice(
  portal: Portal,
  answer: () => Outcome,
  { hasWebhook = true, admins = false }: OfficeOptions = {},
) {
  const office = {
    nowMs: 0,
    sent: [] as string[],
    kinds: [] as string[],
    posted: [] as object[],
    calls: 0,
  }
  const deps: Omit<DeliveryDeps, 'sql'> = {
    compose,
    mailer: {
      async send({ to, subject }) {
        office.calls += 1
        const outcome = answer()
        if (outcome.is === 'delivered') {
          office.sent.push(to)
          office.kinds.push(subject)
        }
        // Lets the other rows catch up.
        await portal.query('select pg_sleep(0.02)')
        return outcome
      },
      sendBatch: () => Promise.resolve([]),
      find: () => Promise.resolve({ is: 'unknown' }),
      reactivate: () => Promise.resolve(taken),
    },
    admins: admins ? ['leilani@example.com'] : null,
    programme: EMPTY_PROGRAMME,
    webhook: hasWebhook
      ? {
          post(event) {
            office.posted.push(event)
            return Promise.resolve(taken)
          },
        }
      : null,
    clock: () => office.nowMs,
  }

  async function announce(kind: string, payload: object) {
    await portal.query('select enqueue($1, gen_random_uuid()::text, $2)', [kind, payload])
  }

  return Object.assign(office, {
    deliver: () => deliverOutbox({ ...deps, sql: portal.deps.sql }),
    announce,
    announceMail: (to: string) => announce('password_changed', { to }),
    rows: () =>
      portal.query<Row>(
        `select id, attempts, payload, last_error as reason,
           case when sent_at is not null then 'sent' when dead_at is not null then 'dead' else 'waiting' end as state,
           case when sent_at is null and dead_at is null
             then round(extract(epoch from next_attempt_at - now()))::int end as waits
         from outbox order by created_at, id`,
      ),
  })
}

/** At most so many seconds, of which a few may have passed. */
function about(seconds: number): number {
  return expect.toSatisfy((left: number) => left <= seconds && left > seconds * 0.6) as number
}

function compose(message: Mailable): Promise<Mail> {
  if (message.to.startsWith('poison')) return Promise.reject(new Error('A template threw.'))
  return Promise.resolve({ to: message.to, subject: message.kind, html: '', text: '', unsubscribeUrl: null })
}

interface Row {
  id: string
  attempts: number
  payload: object | null
  reason: string | null
  state: 'sent' | 'dead' | 'waiting'
  /** Seconds until it is tried; null when it never is. */
  waits: number | null
}

import { beforeEach, describe, expect, test } from 'vitest'
import { setEmailPreference, readEmailPreferences } from '#src/server/broadcasts/preferences.ts'
import { queueBroadcasts, sendTestAnnouncement } from '#src/server/broadcasts/queue.ts'
import { prepareBroadcasts } from '#src/server/broadcasts/prepare.ts'
import type { Programme } from '#src/server/programme.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { saveTimeZone } from '#src/server/sessions/sessions.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import type { Mail, Outcome } from '#src/server/vendors/ports.ts'
import { broadcastTopics } from '#src/shared/broadcast-topics.ts'
import { HOUR_MS } from '#src/shared/units.ts'
import { begun, deliverWith, dueIn, fakeMailer } from '../support/broadcasts.ts'
import { onPortal } from '../support/portal.ts'

const KAI = 'kai@example.com'
const taken: Outcome = { is: 'delivered', providerMessageId: 'taken' }

onPortal('broadcasts', (portal) => {
  let sent: Mail[]
  let reactivated: string[]
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from broadcasts; delete from restores')
    sent = []
    reactivated = []
    await portal.member(KAI)
    await portal.query('delete from outbox')
  })

  test('of a deadline are queued a day before it and three hours before it', async () => {
    expect(await plan(dueIn(25))).toBe(0)
    const counts = []
    for (const hours of [0, 1, 18, 19, 21]) counts.push(await plan(dueIn(20), hours))
    expect(counts).toEqual([1, 0, 1, 0, 0])
  })

  test('are queued once by two concurrent runs', async () => {
    const counts = await Promise.all([plan(dueIn(20)), plan(dueIn(20))])
    expect(counts.toSorted()).toEqual([0, 1])
  })

  test('that were due before a restore aren’t queued again', async () => {
    await portal.query('select reconcile_after_restore()')
    expect(await plan(dueIn(20))).toBe(0)
    await portal.query(`update restores set restored_at = restored_at - interval '18 hours'`)
    expect(await plan(dueIn(20), 18)).toBe(1)
  })

  test('are queued for approved members who subscribe to them', async () => {
    await portal.signUp('waiting@example.com')
    await portal.query(`select invite('[{"email": "pua@example.org"}]', 'Noa')`)
    const leilani = await portal.member('leilani@example.com')
    expect(await readEmailPreferences(portal.deps, leilani)).toEqual({
      subscribed: ['weekly', 'deadlines', 'announcements'],
    })
    const off = { topic: 'deadlines', isSubscribed: false } as const
    expect(await setEmailPreference(portal.deps, leilani, off)).toEqual({
      subscribed: ['weekly', 'announcements'],
    })
    expect(await plan(dueIn(20))).toBe(1)
  })

  test('of each topic can be subscribed to', async () => {
    const kai = await portal.signedIn(KAI)
    for (const topic of broadcastTopics)
      await setEmailPreference(portal.deps, kai, { topic, isSubscribed: true })
    const { subscribed } = await readEmailPreferences(portal.deps, kai)
    expect(subscribed.toSorted()).toEqual(broadcastTopics.toSorted())
  })

  test('are skipped for members who no longer need them when they are sent', async () => {
    for (const name of ['ticks', 'off', 'denied', 'deleted']) await portal.member(`${name}@example.com`)
    expect(await plan(dueIn(20))).toBe(5)
    const tick = `insert into deadline_completions (user_id, event, day, is_done, reported_at, source)
      select id, 'weekly-update', $1, true, now(), 'form' from users where email like 'ticks@%'`
    await portal.query(tick, [dueIn(20).events[0]?.starts.slice(0, 10)])
    const off = { topic: 'deadlines', isSubscribed: false } as const
    await setEmailPreference(portal.deps, await portal.signedIn('off@example.com'), off)
    await portal.decide('denied@example.com', 'denied')
    await portal.query(`select delete_account(id, 'test') from users where email like 'deleted@%'`)
    expect(await deliver(dueIn(20))).toMatchObject({ sent: 1, skipped: 3 })
    expect([sent.map(({ to }) => to), await reasons()]).toEqual([[KAI], ['done', 'not_wanted']])
  })

  test('have an unsubscribe link whose token is stored as a hash', async () => {
    await plan(dueIn(20))
    await deliver(dueIn(20))
    const link = [sha256Hex(sent[0]?.unsubscribeUrl ?? '')]
    expect(await portal.query('select purpose from email_tokens where token_hash = $1', link)).toHaveLength(1)
  })

  test('about an event that was moved are skipped', async () => {
    await plan(dueIn(20))
    expect(await deliver(dueIn(44))).toMatchObject({ sent: 0, skipped: 1 })
    expect(await reasons()).toEqual(['event_changed'])
  })

  test('that would come too late are skipped', async () => {
    await plan(dueIn(20))
    // The next one leaves three hours before the deadline.
    await portal.pass(17 * 3600 + 120)
    expect(await deliver(dueIn(20))).toMatchObject({ sent: 0, skipped: 1 })
    expect(await reasons()).toEqual(['expired'])
  })

  describe('that were given up after a restore', () => {
    beforeEach(async () => {
      await plan(dueIn(20))
      await portal.pass(3600)
      await portal.query('select reconcile_after_restore()')
    })

    test('can be retried until they expire', async () => {
      expect(await retry()).toEqual([{ result: 'will be retried' }])
      expect(await deliver(dueIn(20))).toMatchObject({ sent: 1, dead: 0 })
      expect(sent.map(({ to }) => to)).toEqual([KAI])
    })

    test('stay given up once they have expired', async () => {
      await portal.pass(16 * 3600 + 120)
      expect(await retry()).toEqual([{ result: 'not retried: it is too late for this email' }])
      expect(await deliver(dueIn(20))).toMatchObject({ sent: 0 })
    })

    const retry = () => portal.query('select result from retry_outbox()')
  })

  test('that a member subscribes to again reactivate the address at the provider', async () => {
    const kai = await portal.signedIn(KAI)
    await setEmailPreference(portal.deps, kai, { topic: 'weekly', isSubscribed: false })
    await deliver(dueIn(90))
    expect(reactivated).toEqual([])
    for (const topic of ['weekly', 'sessions'] as const)
      await setEmailPreference(portal.deps, kai, { topic, isSubscribed: true })
    await deliver(dueIn(90))
    expect(new Set(reactivated)).toEqual(new Set([KAI]))
  })

  test('about an announcement can be taken back for ten minutes', async () => {
    expect([await plan(withNews()), (await deliver(withNews())).sent]).toEqual([1, 0])
    await portal.pass(600)
    expect(await deliver(withNews({ email: false }))).toMatchObject({ skipped: 1 })
    expect(await reasons()).toEqual(['announcement_gone'])
  })

  test('about an announcement are sent again when its first day changes', async () => {
    expect(await plan(withNews())).toBe(1)
    await portal.pass(600)
    expect(await deliver(withNews())).toMatchObject({ sent: 1 })
    expect(await plan(withNews({ from: begun - 48 * HOUR_MS }))).toBe(1)
    await portal.pass(600)
    expect(await deliver(withNews())).toMatchObject({ skipped: 1 })
    const [today, before] = [begun, begun - 48 * HOUR_MS].map((day) =>
      new Date(day).toISOString().slice(0, 10),
    )
    expect(await portal.query('select name, state, reason as why, emails from latest_broadcasts')).toEqual([
      { name: `announcement/news ${before}`, state: 'skipped', why: 'announcement_gone', emails: '1' },
      { name: `announcement/news ${today}`, state: 'sent', why: null, emails: '1' },
    ])
  })

  test('about an announcement are tested by an editor alone, at once, and whatever they subscribe to', async () => {
    const kai = await portal.signedIn(KAI)
    await setEmailPreference(portal.deps, kai, { topic: 'announcements', isSubscribed: false })
    await portal.member('leilani@example.com')
    const deps = { ...portal.deps, programme: withNews() }
    const test = () => sendTestAnnouncement(deps, kai, { name: 'news' })
    expect([await test(), await test()]).toEqual(Array(2).fill({ isSent: true, email: KAI }))
    expect(await deliver(withNews())).toMatchObject({ sent: 2 })
    expect(sent.map(({ to }) => to)).toEqual([KAI, KAI])
    // Members still get it.
    expect(await plan(withNews())).toBe(1)
  })

  test.each([
    ['isn’t built', { name: 'other' }],
    ['isn’t by email', { email: false }],
    ['is over', { until: begun }],
  ])('about an announcement that %s can’t be tested', async (_, change) => {
    const kai = await portal.signedIn(KAI)
    const deps = { ...portal.deps, programme: withNews(change) }
    const answer = await sendTestAnnouncement(deps, kai, { name: 'news' })
    expect([answer.isSent, await plan({ ...withNews(), announcements: [] })]).toEqual([false, 0])
  })

  test('use the time zone that the member’s browser reported last', async () => {
    const kai = await portal.signedIn(KAI)
    for (const zone of ['Europe/Berlin', 'Asia/Tokyo']) await saveTimeZone(portal.deps, kai, zone)
    expect(await prepareWeekly(kai, dueIn(20))).toMatchObject([
      { kind: 'weekly', zone: 'Asia/Tokyo', due: [{ name: 'weekly-update' }] },
    ])
  })

  test('about a week without news aren’t sent', async () => {
    const kai = await portal.signedIn(KAI)
    expect(await prepareWeekly(kai, { ...dueIn(20), events: [] })).toEqual([{ skipped: 'nothing_new' }])
  })

  function withNews(change: object = {}): Programme {
    const times = { from: begun, until: begun + HOUR_MS }
    const news = { ...times, name: 'news', title: 'News', email: true, html: 'Aloha' }
    return { ...dueIn(90), announcements: [{ ...news, ...change }] }
  }

  function prepareWeekly({ member }: SignedIn, programme: Programme) {
    const planned = { userId: member.id, topic: 'weekly', item: '', at: begun } as const
    return prepareBroadcasts({ sql: portal.deps.sql, programme, clock: Date.now }, [planned])
  }

  function plan(programme: Programme, hours = 0): Promise<number> {
    return queueBroadcasts(portal.deps.sql, programme, Date.now() + hours * HOUR_MS)
  }

  function deliver(programme: Programme) {
    const mailer = fakeMailer((mail) => {
      sent.push(mail)
      return taken
    })
    mailer.reactivate = (address) => {
      reactivated.push(address)
      return Promise.resolve(taken)
    }
    return deliverWith({ sql: portal.deps.sql, programme, mailer })
  }

  /** Why reminders weren't sent. */
  async function reasons(): Promise<unknown[]> {
    const skipped = `select distinct last_error as why from messages where state = 'skipped' order by 1`
    return (await portal.query(skipped)).map(({ why }) => why as string)
  }
})

import { beforeAll, expect, test } from 'vitest'
import type { MailingMail } from '#src/mail/mails.ts'
import { chooseMailing } from '#src/server/mailings/choice.ts'
import { openMailing } from '#src/server/mailings/open.ts'
import { planMailings } from '#src/server/mailings/plan.ts'
import type { Programme } from '#src/server/mailings/programme.ts'
import { deliverOutbox } from '#src/server/outbox/deliver-outbox.ts'
import { keepZone } from '#src/server/sessions/session-list.ts'
import type { MailingKind } from '#src/shared/mailings.ts'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import { readProgramme } from '../../tools/programme.ts'
import { useContentCopy } from '../support/content-copy.ts'
import { onPortal } from '../support/portal.ts'

/** More by hand: COHORT=300 WEEKS=13 prints how many each of these members got. */
const COHORT = Number(process.env.COHORT ?? 12)
const WEEKS = Number(process.env.WEEKS ?? 2)
const ZONES = ['Pacific/Honolulu', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo', 'Australia/Sydney']

/** Sunday, June 1, midnight in Honolulu. */
const BEGUN = Date.parse('2025-06-01T10:00Z')
const content = useContentCopy()

onPortal('a cohort of members in five zones', (portal) => {
  const addressOf = (name: string | number) => `m-${name}@example.com`
  const NAMES = ['default', 'no-weekly', 'sessions', 'ticks-early', 'ticks-late', 'denied', 'deleted']
  const members = [...NAMES, ...Array.from({ length: COHORT - NAMES.length }, (_, n) => n)].map(addressOf)
  const got = new Map<string, string[]>()
  beforeAll(async () => {
    for (const [n, address] of members.entries())
      await keepZone(portal.deps, await portal.member(address), ZONES[n % ZONES.length] ?? null)
    await portal.query('delete from outbox')
  })

  test(`gets every mail once that is owed in ${WEEKS} weeks of outages, kills and changes, and no other`, async () => {
    const choose = async (name: string, kind: MailingKind, isWanted: boolean) =>
      chooseMailing(portal.deps, await portal.signedIn(addressOf(name)), { kind, isWanted })
    const tick = (name: string, day: string) =>
      portal.query(
        `insert into video_progress (user_id, video, watched, marked_at)
         select id, 'due/weekly-update/' || $2::text, true, now() from users where email = $1`,
        [addressOf(name), day],
      )
    await choose('no-weekly', 'weekly', false)
    await choose('sessions', 'sessions', true)
    const kinds = (name: string | number) => (got.get(addressOf(name)) ?? []).toSorted()
    let sessionsOfTwoWeeks = 0
    let programme = await programmeWithNews()
    for (let hour = 0; hour < WEEKS * 7 * 24; hour++) {
      const now = BEGUN + hour * HOUR_MS
      const is = (wall: string) => wall === wallOf(now)
      if (is('Fri 6 12'))
        await portal.query('select delete_account(id, $2) from users where email = $1', [
          addressOf('deleted'),
          'test',
        ])
      if (is('Tue 10 8')) await portal.decide(addressOf('denied'), 'denied')
      if (is('Wed 4 12')) await tick('ticks-early', '2025-06-05')
      if (is('Thu 5 9')) await tick('ticks-late', '2025-06-05')
      // The schedule and a sign-up may run at the same moment.
      await Promise.all([
        planMailings(portal.deps.sql, programme, now),
        planMailings(portal.deps.sql, programme, now),
      ])
      if (is('Wed 11 18')) programme = onFridays(programme)
      await deliver(programme, now)
      if (is('Sat 14 23'))
        sessionsOfTwoWeeks = kinds('sessions').filter((mail) => mail.endsWith('sessions')).length
      const earlier = ['next_attempt_at', 'locked_until', 'expires_at'].map(
        (at) => `${at} = ${at} - interval '1 hour'`,
      )
      await portal.query(`update outbox set ${earlier.join(', ')} where sent_at is null`)
    }
    const later = Array.from({ length: WEEKS - 2 }, (_, n) => [
      `${wallOf(BEGUN + (15 + 7 * n) * DAY_MS + 7 * HOUR_MS)} weekly`,
      `${wallOf(BEGUN + (18 + 7 * n) * DAY_MS + 12 * HOUR_MS)} deadlines`,
      `${wallOf(BEGUN + (19 + 7 * n) * DAY_MS + 9 * HOUR_MS)} deadlines`,
    ])
    const weekly = ['Mon 2 7 weekly', 'Tue 10 6 weekly', ...later.map(([mail]) => mail)]
    const deadlines = [
      'Wed 4 18 deadlines',
      'Thu 5 15 deadlines',
      'Thu 12 12 deadlines',
      'Fri 13 9 deadlines',
    ]
    const all = [
      ...weekly,
      ...deadlines,
      'Tue 10 10 announcements',
      ...later.flatMap(([, ...mails]) => mails),
    ]
    const without = (...left: string[]) => all.filter((mail) => !left.includes(mail ?? '')).toSorted()

    for (const name of ['default', ...Array.from({ length: COHORT - NAMES.length }, (_, n) => n)])
      expect(kinds(name), String(name)).toEqual(without())
    expect(kinds('no-weekly')).toEqual(without(...weekly.map(String)))
    expect(kinds('ticks-early')).toEqual(without('Wed 4 18 deadlines', 'Thu 5 15 deadlines'))
    expect(kinds('ticks-late')).toEqual(without('Thu 5 15 deadlines'))
    expect(kinds('denied')).toEqual([
      'Mon 2 7 weekly',
      'Thu 5 15 deadlines',
      'Tue 10 6 weekly',
      'Wed 4 18 deadlines',
    ])
    expect(kinds('deleted')).toEqual(['Mon 2 7 weekly', 'Thu 5 15 deadlines', 'Wed 4 18 deadlines'])
    // Of 15 in two weeks, two begin while the mail service is away.
    expect(sessionsOfTwoWeeks).toBe(13)
    const reasons = `select distinct last_error as why from messages where state = 'skipped' order by 1`
    expect((await portal.query(reasons)).map(({ why }) => why as string)).toEqual([
      'done',
      'event_changed',
      'expired',
    ])
    if (WEEKS > 2) console.table(Object.fromEntries(NAMES.map((name) => [name, kinds(name).length])))
  }, 600_000)

  let count = 0
  const accepted = new Set<string>()
  async function deliver(programme: Programme, now: number): Promise<void> {
    const isAway = now >= Date.parse('2025-06-09T16:00Z') && now < Date.parse('2025-06-10T16:00Z')
    const { sql } = portal.deps
    const opened = new WeakMap<object, MailingMail>()
    const { dead } = await deliverOutbox({
      sql,
      compose: (message) => {
        const mail = { to: message.to, subject: '', html: '', text: '', endLink: null }
        opened.set(mail, message as MailingMail)
        return Promise.resolve(mail)
      },
      mailer: {
        send: (mail, id) => {
          if (isAway) return Promise.resolve({ is: 'failed', reason: 'away' })
          const message = opened.get(mail)
          // The decisions' emails are none of these.
          if (!message || !('zone' in message)) return Promise.resolve({ is: 'delivered', providerId: id })
          expect(message.zone).toBe(ZONES[members.indexOf(mail.to) % ZONES.length])
          got.set(mail.to, [...(got.get(mail.to) ?? []), `${wallOf(now)} ${message.kind}`])
          accepted.add(id)
          count += 1
          // The answer is lost, or the worker is killed.
          if (count % 7 === 0) throw new Error('killed')
          return Promise.resolve({ is: 'delivered', providerId: id })
        },
        find: (_, id) =>
          Promise.resolve(accepted.has(id) ? { is: 'delivered', providerId: id } : { is: 'unknown' }),
      },
      openMailing: (planned) => openMailing({ sql, programme, clock: () => now }, planned),
      webhook: null,
      admins: null,
      clock: () => 0,
    })
    expect(dead).toBe(0)
  }
})

/** The programme of the tests, with an announcement of June 10 by email. */
async function programmeWithNews(): Promise<Programme> {
  const programme = await readProgramme(content.root)
  const from = Date.parse('2025-06-10T19:00Z')
  const news = { name: 'news', title: 'News', from, until: from + DAY_MS, email: true, text: '' }
  return { ...programme, announcements: [news] }
}

/** The weekly update is due on Fridays at noon instead. */
function onFridays(programme: Programme): Programme {
  const moved = { starts: '2025-06-13 12:00', repeats: 'FREQ=WEEKLY;BYDAY=FR' }
  const events = programme.events.map((event) =>
    event.name === 'weekly-update' ? { ...event, ...moved } : event,
  )
  return { ...programme, events }
}

/** 'Mon 2 7': weekday, day and hour in Honolulu. */
function wallOf(moment: number): string {
  const wall = new Date(moment - 10 * HOUR_MS)
  return `${wall.toUTCString().slice(0, 3)} ${wall.getUTCDate()} ${wall.getUTCHours()}`
}

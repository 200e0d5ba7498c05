import { beforeEach, expect, test } from 'vitest'
import { deliverOutbox, type DeliveryDeps, MAX_ATTEMPTS } from '#src/server/outbox/deliver-outbox.ts'
import { claimRows } from '#src/server/outbox/outbox.ts'
import { chooseReminders, readReminders } from '#src/server/reminders/choice.ts'
import { type Deadlines, openReminder, planReminders } from '#src/server/reminders/reminders.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import type { Mail, Outcome } from '#src/server/vendors/ports.ts'
import { HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'
import { onPortal } from '../support/portal.ts'

const HOUR = 3600
const KAI = 'kai@example.com'
const taken: Outcome = { is: 'delivered', providerId: 'taken' }

onPortal('reminders', (portal) => {
  let sent: Mail[]
  let answer: (mail: Mail) => Outcome | Promise<Outcome>
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from mailings')
    sent = []
    answer = () => taken
    await portal.member(KAI)
    await portal.query('delete from outbox')
  })

  test('are planned once, whoever plans and how often, a day and three hours before', async () => {
    expect(await plan(dueIn(25))).toBe(0)
    const counts = (await Promise.all([plan(dueIn(20)), plan(dueIn(20))])).toSorted()
    for (const hours of [1, 18, 19, 21]) counts.push(await plan(dueIn(20), hours))
    expect(counts).toEqual([0, 1, 0, 1, 0, 0])
  })

  test('are for approved members who want them, not for people who were only invited', async () => {
    await portal.signUp('waiting@example.com')
    await portal.query(`select invite('[{"email": "pua@example.org"}]', 'Noa')`)
    const leilani = await portal.member('leilani@example.com')
    expect(await readReminders(portal.deps, leilani)).toEqual({ areOn: true })
    expect(await chooseReminders(portal.deps, leilani, { areOn: false })).toEqual({ areOn: false })
    expect(await plan(dueIn(20))).toBe(1)
  })

  test('are judged when they are sent, and only the hash of their link is stored', async () => {
    for (const name of ['ticks', 'off', 'denied', 'deleted']) await portal.member(`${name}@example.com`)
    expect(await plan(dueIn(20))).toBe(5)
    const key = `due/weekly-update/${dueIn(20).deadlines[0]?.starts.slice(0, 10)}`
    const tick = `insert into video_progress (user_id, video, watched, marked_at)
      select id, $1, true, now() from users where email like 'ticks@%'`
    await portal.query(tick, [key])
    await chooseReminders(portal.deps, await portal.signedIn('off@example.com'), { areOn: false })
    await portal.decide('denied@example.com', 'denied')
    await portal.query(`select delete_account(id, 'test') from users where email like 'deleted@%'`)
    expect(await deliver(dueIn(20))).toMatchObject({ sent: 1, skipped: 3 })
    expect([sent.map(({ to }) => to), await reasons()]).toEqual([[KAI], ['not_wanted']])
    const link = [sha256Hex(sent[0]?.endLink ?? '')]
    expect(await portal.query('select purpose from links where token_hash = $1', link)).toHaveLength(1)
  })

  test.each([
    ['moved', 1, (): Deadlines => dueIn(22)],
    ['removed', 0, (): Deadlines => ({ ...dueIn(20), deadlines: [] })],
  ])('of a deadline that was %s are not sent, and it has %i new ones', async (_, count, change) => {
    await plan(dueIn(20))
    await deliver(change())
    expect([sent, await reasons()]).toEqual([[], ['deadline_changed']])
    expect(await plan(change())).toBe(count)
  })

  test('late by a night are skipped and no alarm; after an outage of hours they are sent', async () => {
    await plan(dueIn(23))
    answer = () => ({ is: 'failed', reason: 'down' })
    for (let round = 0; round < MAX_ATTEMPTS + 2; round++) {
      expect(await deliver(dueIn(23))).toMatchObject({ postponed: 1, dead: 0 })
      await portal.pass(HOUR)
    }
    answer = () => taken
    expect(await deliver(dueIn(23))).toMatchObject({ sent: 1 })
    await plan(dueIn(20))
    await portal.pass(18 * HOUR)
    expect(await deliver(dueIn(20))).toMatchObject({ sent: 0, skipped: 1, dead: 0 })
    expect(await reasons()).toEqual(['expired'])
  })

  test('leave after email that someone waits for, and hold none up when their stream is refused', async () => {
    for (let n = 0; n < 12; n++) await portal.member(`m${n}@example.com`)
    await plan(dueIn(20))
    const enqueue = `select enqueue('password_changed', $1, '{"to": "noa@example.com"}')`
    await portal.query(enqueue, ['before'])
    expect(await claimRows(portal.deps.sql, 1, 0)).toMatchObject([{ kind: 'password_changed' }])
    answer = async ({ endLink }) => {
      if (!endLink) return taken
      await portal.query(enqueue, ['meanwhile'])
      return { is: 'blocked', reason: 'no stream', alarm: true }
    }
    expect(await deliver(dueIn(20))).toMatchObject({ sent: 2, released: 13 })
  })

  function plan(programme: Deadlines, hours = 0): Promise<number> {
    return planReminders(portal.deps.sql, programme, Date.now() + hours * HOUR_MS)
  }

  function deliver(programme: Deadlines) {
    const { sql } = portal.deps
    const deps: DeliveryDeps = {
      sql,
      compose: ({ to, ...mail }) =>
        Promise.resolve({ to, subject: '', html: '', text: '', endLink: 'now' in mail ? mail.token : null }),
      mailer: {
        send: async (mail) => {
          sent.push(mail)
          return answer(mail)
        },
        find: () => Promise.resolve({ is: 'unknown' }),
      },
      openReminder: (planned) => openReminder({ sql, programme, clock: Date.now }, planned),
      webhook: null,
      admins: null,
      clock: () => 0,
      random: () => 0.5,
      report: () => undefined,
    }
    return deliverOutbox(deps, { withinMs: 20_000 })
  }

  /** Why reminders weren't sent. */
  async function reasons(): Promise<unknown[]> {
    const skipped = `select distinct last_error as why from outbox o where outbox_state(o) = 'skipped'`
    return (await portal.query(skipped)).map(({ why }) => why as string)
  }
})

/** A programme with one deadline, in so many hours and a minute. */
function dueIn(hours: number): Deadlines {
  const starts = new Date(begun + hours * HOUR_MS + MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
  const deadline = { name: 'weekly-update', title: 'Weekly Update', starts, except: [] }
  return { timezone: 'UTC', deadlines: [deadline] }
}

const begun = Date.now()

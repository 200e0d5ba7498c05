import { beforeEach, describe, expect, test } from 'vitest'
import { createComposer } from '#src/mail/composer.tsx'
import { deliverOutbox, MAX_ATTEMPTS } from '#src/server/outbox/deliver-outbox.ts'
import { saveProgress } from '#src/server/progress/progress.ts'
import { chooseReminders, readReminders } from '#src/server/reminders/choice.ts'
import type { Deadlines } from '#src/server/reminders/deadlines.ts'
import { openReminder, planReminders } from '#src/server/reminders/reminders.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import type { Mail, Outcome } from '#src/server/vendors/ports.ts'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import { onPortal } from '../support/portal.ts'

const HOUR = 3600
const KAI = 'kai@example.com'
const LEILANI = 'leilani@example.com'
const down: Outcome = { is: 'failed', reason: 'down' }
const refused: Outcome = { is: 'blocked', reason: 'no such stream', alarm: true }

onPortal('reminders', (portal) => {
  let sent: Mail[]
  let alarms: unknown[]
  let answer: (mail: Mail) => Outcome
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from mailings')
    sent = []
    alarms = []
    answer = () => ({ is: 'delivered', providerId: 'taken' })
    await portal.member(KAI)
    await portal.query('delete from outbox')
  })

  test('are planned once, whoever plans and how often, a day and three hours before', async () => {
    await portal.member(LEILANI)
    expect(await plan(dueIn(25))).toBe(0)
    const programme = dueIn(20)
    const both = await Promise.all([plan(programme), plan(programme)])
    expect(both.toSorted()).toEqual([0, 2])
    expect(await plan(programme, HOUR_MS)).toBe(0)
    expect(await plan(programme, 18 * HOUR_MS)).toBe(2)
    expect(await plan(programme, 19 * HOUR_MS)).toBe(0)
    expect(await plan(programme, 20 * HOUR_MS)).toBe(0)
  })

  test('are for approved members who want them, and not for people who were only invited', async () => {
    await portal.signUp('waiting@example.com')
    await portal.query(`select invite('[{"email": "pua@example.org"}]', 'Noa')`)
    await chooseReminders(portal.deps, await portal.member(LEILANI), { areOn: false })
    expect(await plan(dueIn(20))).toBe(1)
    await deliver(dueIn(20))
    expect(sent.map(({ to }) => to)).toContain(KAI)
    expect(remindersSent()).toHaveLength(1)
  })

  test('say when it is due, lead to its page, and have a link of which only the hash is stored', async () => {
    await plan(dueIn(20))
    await deliver(dueIn(20))
    const [mail] = remindersSent()
    expect(mail?.subject).toMatch(/^Weekly Update is due (today|tomorrow)$/)
    expect(mail?.text).toContain('http://localhost:4321/weekly-updates')
    expect(mail?.text).toContain(mail?.endLink)
    const token = new URL(mail?.endLink ?? '').searchParams.get('token') ?? ''
    const links = `select l.purpose from links l join users u on u.id = l.user_id where u.email = $1 and l.token_hash = $2`
    expect(await portal.query(links, [KAI, sha256Hex(token)])).toEqual([{ purpose: 'end_reminders' }])
    expect(JSON.stringify(await portal.query('select * from outbox'))).not.toContain(token)
  })

  test('are judged when they are sent', async () => {
    const done = await portal.member(LEILANI)
    const off = await portal.member('pua@example.com')
    for (const name of ['noa', 'keoni']) await portal.member(`${name}@example.com`)
    await portal.query('delete from outbox')
    const programme = dueIn(20)
    expect(await plan(programme)).toBe(5)

    const tick = {
      positionSeconds: 0,
      durationSeconds: null,
      playedMsAgo: null,
      watched: true,
      markedMsAgo: 0,
    }
    const video = `due/weekly-update/${programme.deadlines[0]?.starts.slice(0, 10)}`
    await saveProgress(portal.deps, done.member.id, [{ video, ...tick }])
    await chooseReminders(portal.deps, off, { areOn: false })
    await portal.decide('noa@example.com', 'denied')
    await portal.query(`select delete_account(id, 'test') from users where email = 'keoni@example.com'`)
    await deliver(programme)
    expect(remindersSent().map(({ to }) => to)).toEqual([KAI])
    expect(await reasons()).toEqual(['done', 'not_approved', 'switched_off'])
  })

  test.each([
    ['moved', (): Deadlines => dueIn(22)],
    ['removed', (): Deadlines => ({ ...dueIn(20), deadlines: [] })],
  ])('of a deadline that was %s since are not sent', async (_, change) => {
    await plan(dueIn(20))
    await deliver(change())
    expect([remindersSent(), await reasons()]).toEqual([[], ['deadline_changed']])
    // It has reminders of its own at its new time.
    expect(await plan(change())).toBe(change().deadlines.length)
  })

  test('that are late by a night are skipped, without an alarm', async () => {
    await plan(dueIn(20))
    await portal.pass(18 * HOUR)
    expect(await deliver(dueIn(20))).toMatchObject({ skipped: 1, dead: 0 })
    expect([remindersSent(), await reasons(), alarms]).toEqual([[], ['expired'], []])
  })

  test('outlast an outage of hours, in which they are tried more often than other email', async () => {
    await plan(dueIn(23))
    answer = () => down
    for (let round = 0; round < MAX_ATTEMPTS + 4; round++) {
      expect(await deliver(dueIn(23))).toMatchObject({ postponed: 1, dead: 0 })
      await portal.pass(HOUR)
    }
    answer = () => ({ is: 'delivered', providerId: 'taken' })
    await deliver(dueIn(23))
    expect([remindersSent().length, alarms]).toEqual([1, []])
  })

  describe('beside email that someone waits for', () => {
    beforeEach(async () => {
      for (let n = 0; n < 12; n++) await portal.member(`m${n}@example.com`)
      await portal.query('delete from outbox')
      await plan(dueIn(20))
      await portal.query(`select enqueue('password_changed', 'x', jsonb_build_object('to', $1::text))`, [KAI])
    })

    test('leave after it', async () => {
      await deliver(dueIn(20))
      expect(sent.findIndex(({ endLink }) => endLink === null)).toBeLessThan(4)
    })

    test('hold none up when their stream is refused', async () => {
      answer = ({ endLink }) => (endLink ? refused : { is: 'delivered', providerId: 'taken' })
      expect(await deliver(dueIn(20))).toMatchObject({ sent: 1, released: 13 })
      expect(alarms).toHaveLength(1)
    })
  })

  test('are the member’s choice, which is on at first', async () => {
    const leilani = await portal.member(LEILANI)
    expect(await readReminders(portal.deps, leilani)).toEqual({ areOn: true })
    await chooseReminders(portal.deps, leilani, { areOn: false })
    expect(await readReminders(portal.deps, leilani)).toEqual({ areOn: false })
    expect(await readReminders(portal.deps, await portal.signedIn(KAI))).toEqual({ areOn: true })
  })

  function plan(programme: Deadlines, later = 0): Promise<number> {
    return planReminders(portal.deps.sql, programme, Date.now() + later)
  }

  function deliver(programme: Deadlines) {
    const { sql } = portal.deps
    const words = { brand: 'Lanai', program: 'Cohort 17', contact: 'team@example.org', timezone: 'UTC' }
    return deliverOutbox(
      {
        sql,
        compose: createComposer('http://localhost:4321', words).compose,
        openReminder: (planned) => openReminder({ sql, programme, clock: Date.now }, planned),
        mailer: {
          send(mail) {
            const outcome = answer(mail)
            if (outcome.is === 'delivered') sent.push(mail)
            return Promise.resolve(outcome)
          },
          find: () => Promise.resolve({ is: 'unknown' }),
        },
        webhook: null,
        admins: null,
        clock: () => 0,
        random: () => 0.5,
        report: (event) => alarms.push(event),
      },
      { withinMs: 20_000 },
    )
  }

  const remindersSent = () => sent.filter(({ endLink }) => endLink !== null)

  /** Why reminders weren't sent. */
  async function reasons(): Promise<unknown[]> {
    const skipped = `select last_error from outbox o
      where kind = 'reminder' and outbox_state(o) = 'skipped' order by last_error`
    return (await portal.query(skipped)).map((row) => row.last_error as string)
  }
})

/** A programme with one deadline, in so many hours. */
function dueIn(hours: number): Deadlines {
  const starts = new Date(begun + hours * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
  const deadline = {
    name: 'weekly-update',
    title: 'Weekly Update',
    page: '/weekly-updates',
    starts,
    except: [],
  }
  return { timezone: 'UTC', deadlines: [deadline] }
}

/** The next minute: what is due in 20 hours is due in more than 20. */
const begun = Date.now() + 60_000

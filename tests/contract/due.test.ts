import { beforeEach, expect, test } from 'vitest'
import { readDeadlines, sendReminders, startsAt } from '#src/server/due/due.ts'
import { receiveSubmission } from '#src/server/due/submission.ts'
import { queueBroadcasts } from '#src/server/broadcasts/queue.ts'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { joinInJune, openForm, PROGRAMME } from '../support/due.ts'
import { onPortal } from '../support/portal.ts'
import { whileHeld } from '../support/transactions.ts'

const KAI = 'kai@example.org'
const THURSDAY = { event: 'update', day: '2026-06-11' }
const FRIDAY = Date.parse('2026-06-12T09:00Z')
const asked = (isUndone = false) => ({ key: 'due/update/2026-06-11', isUndone })

onPortal('a deadline', (portal) => {
  let noe: SignedIn
  let kai: SignedIn
  let secret: string
  beforeEach(async () => {
    ;({ noe, kai, secret } = await openForm(portal, KAI))
  })

  const deps = (programme = PROGRAMME) => ({ ...portal.deps, programme, clock: () => FRIDAY })
  const read = (who = noe) => readDeadlines(deps(), who)
  const remind = (who = noe, isUndone = false) => sendReminders(deps(), who, asked(isUndone))
  const queued = () =>
    portal.query(
      `select u.email from outbox o join users u on u.id = o.user_id where kind = 'broadcast' order by 1`,
    )
  async function send(body: object) {
    const request = new Request(`https://portal.example/submissions/${secret}/update`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(await receiveSubmission(deps(), request)).toEqual({ code: 'received' })
  }
  async function doneOf(member: SignedIn) {
    const { starts, done } = await read()
    return done
      .filter(({ userId }) => userId === member.member.id)
      .map(({ event, day, source }) => [
        starts.find((each) => each.event === event && each.day === day)?.title,
        source,
      ])
  }

  test('is shown to administrators', async () => {
    await send({ email: ' KAI@Example.org ' })
    const { starts, people, done } = await read()
    expect(starts.map(({ key }) => key)).toEqual([
      'due/intake/2026-06-04',
      'due/update/2026-06-11',
      'due/update/2026-06-18',
    ])
    expect(people).toMatchObject([{ email: KAI, memberSince: new Date('2026-06-01') }])
    expect(done).toMatchObject([{ ...THURSDAY, userId: kai.member.id, source: 'form' }])
    expect(await read(kai)).toMatchObject({ people: [], done: [], forms: [], unmatched: [] })
  })

  test('reminds nobody who joined after it', async () => {
    await portal.member('late@example.org')
    expect(await remind()).toEqual({ ok: true, amount: 1 })
    expect(await queued()).toEqual([{ email: KAI }])
  })

  test('can’t be unticked by a member once a form has recorded it', async () => {
    await send({ email: KAI })
    const video = 'due/update/2026-06-11'
    const untick = toProgress(video, { ...UNWATCHED, markedAt: 0 }, 0)
    const saved = await saveProgress(deps(), kai.member.id, [untick])
    expect(saved).toMatchObject([{ video, watched: true, isSent: true }])
    expect(await listProgress(deps(), kai.member.id)).toMatchObject([{ video, watched: true, isSent: true }])
    expect(await doneOf(kai)).toEqual([['Weekly update', 'form']])
  })

  test('counts for the next date of a member who joined after the last one', async () => {
    await portal.query(`update users set created_at = '2026-06-12' where email = $1`, [KAI])
    await send({ email: KAI })
    expect((await read()).done).toMatchObject([{ day: '2026-06-18', userId: kai.member.id }])
  })

  test('counts for the whole company if its event is for companies', async () => {
    const ana = await portal.member('ana@example.org')
    await portal.query(`select * from set_company_and_role('{ana@example.org,${KAI}}', 'Kona', null)`)
    await send({ email: KAI })
    expect(await doneOf(ana)).toEqual([])
    const events = PROGRAMME.events.map((event) => ({ ...event, doneFor: 'company' }))
    const shared = deps({ ...PROGRAMME, events })
    const { done } = await readDeadlines(shared, noe)
    expect(done.map(({ userId, source }) => [userId === ana.member.id, source]).toSorted()).toEqual([
      [false, 'form'],
      [true, 'company'],
    ])
    expect(await sendReminders(shared, noe, asked())).toEqual({
      ok: true,
      amount: 0,
    })
    expect((await read()).reminded, 'no one was reminded').toEqual([])
  })

  test('reminds the members who haven’t done it', async () => {
    for (const name of ['ana', 'off', 'sent']) await portal.member(`${name}@example.org`)
    await portal.query(
      `update profiles p set email_preferences = '{}' from users u where u.id = p.id and u.email like 'off@%'`,
    )
    await joinInJune(portal)
    await send({ email: 'sent@example.org' })
    expect(await remind()).toEqual({ ok: true, amount: 2 })
    expect(await queued()).toEqual([{ email: 'ana@example.org' }, { email: KAI }])
  })

  test('lets administrators alone send reminders', async () => {
    expect(await remind(kai)).toMatchObject({ code: 'already_reminded' })
    expect(await queued()).toEqual([])
    await remind()
    expect(await remind(kai, true)).toEqual({ ok: false, code: 'reminders_sent' })
    expect(await queued()).toEqual([{ email: KAI }])
  })

  test('reminds members once', async () => {
    expect(await remind()).toEqual({ ok: true, amount: 1 })
    expect(await remind()).toEqual({ ok: false, code: 'already_reminded' })
    expect(await queueBroadcasts(portal.deps.sql, PROGRAMME, FRIDAY)).toBe(0)
  })

  test('lets an administrator take its reminder back within a minute', async () => {
    await remind()
    expect((await read()).undoable).toEqual(['due/update/2026-06-11'])
    expect((await read(kai)).undoable, 'to a member').toEqual([])
    expect(await remind(noe, true)).toEqual({ ok: true, amount: 1 })
    expect((await read()).undoable).toEqual([])
    expect(await remind(noe, true), 'taken back already').toEqual({ ok: true, amount: 0 })
    expect(await remind()).toEqual({ ok: true, amount: 1 })
    await portal.pass(61)
    expect(await remind(noe, true)).toEqual({ ok: false, code: 'reminders_sent' })
    expect(await read()).toMatchObject({ reminded: ['due/update/2026-06-11'], undoable: [] })
  })

  test('sends no reminder of a day on which it isn’t due', async () => {
    const gone = { key: 'due/update/2026-06-12', isUndone: false }
    expect(await sendReminders(deps(), noe, gone)).toMatchObject({ code: 'deadline_gone' })
  })

  test('reminds again the members whose reminder was taken back', async () => {
    for (const name of ['ana', 'pua']) await portal.member(`${name}@example.org`)
    await joinInJune(portal)
    expect(await remind()).toEqual({ ok: true, amount: 3 })
    const sent = (condition: string) =>
      portal.query(`update outbox set sent_at = now(), payload = null where ${condition}`)
    await sent(`user_id = '${kai.member.id}'`)
    expect(await remind(noe, true)).toEqual({ ok: true, amount: 2 })
    expect(await remind()).toEqual({ ok: true, amount: 2 })
    expect(await queued()).toHaveLength(3)
    expect(await remind(noe, true)).toEqual({ ok: true, amount: 2 })
    for (const name of ['ana', 'pua']) await send({ email: `${name}@example.org` })
    expect(await remind()).toEqual({ ok: true, amount: 0 })
    expect((await read()).reminded, 'Kai was').toEqual(['due/update/2026-06-11'])
  })

  test('sends one reminder for two concurrent requests', async () => {
    const ana = await portal.admin('ana@example.org')
    await portal.query('delete from outbox')
    const both = (isUndone: boolean) => Promise.all([remind(noe, isUndone), remind(ana, isUndone)])
    for (let round = 0; round < 5; round++) {
      const asked = await both(false)
      expect(asked).toContainEqual({ ok: true, amount: 1 })
      expect(asked).toContainEqual({ ok: false, code: 'already_reminded' })
      const undone = await both(true)
      expect(undone).toContainEqual({ ok: true, amount: 1 })
      expect(undone).toContainEqual({ ok: true, amount: 0 })
      expect(await queued()).toEqual([])
    }
  })

  test('doesn’t let an administrator take its reminder back while it is being sent', async () => {
    await remind()
    const claim = `update outbox set attempts = 1, locked_until = now() + interval '1 minute'`
    const undone = await whileHeld(portal.database, [claim], () => remind(noe, true))
    expect(undone).toEqual({ ok: false, code: 'reminders_sent' })
    expect(await queued()).toEqual([{ email: KAI }])
  })
})

test.each([
  ['2026-06-11T17:31Z', '2026-06-11'],
  ['2026-06-14T17:00Z', '2026-06-11'],
  ['2026-06-15T18:00Z', '2026-06-18'],
  ['2026-01-01T00:00Z', '2026-06-04'],
])('a form that is sent at %s counts for the date %s', (now, day) => {
  expect(startsAt(PROGRAMME, 'update', Date.parse(now))?.nearest.key).toBe(`due/update/${day}`)
})

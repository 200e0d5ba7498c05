import { beforeEach, expect, test, vi } from 'vitest'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  MatchInput,
  matchSubmissions,
  readDeadlines,
  UnmatchInput,
  unmatchSubmissions,
} from '#src/server/due/due.ts'
import { receiveSubmission, responseTo } from '#src/server/due/submission.ts'
import { findPerson } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { SUBMISSION_MAX_BYTES } from '#src/shared/field-limits.ts'
import { openForm, PROGRAMME } from '../support/due.ts'
import { onPortal } from '../support/portal.ts'

const KAI = 'kai@example.org'
const HOME = 'k.ai@home.example'
const THURSDAY = '2026-06-11'
const NEXT = '2026-06-18'

onPortal('a submission of a form', (portal) => {
  let noe: SignedIn
  let kai: SignedIn
  let secret: string
  beforeEach(async () => {
    ;({ noe, kai, secret } = await openForm(portal, KAI))
  })

  async function send(
    body: unknown,
    { deadline = 'update', with: by = secret, at = '2026-06-12T09:00Z' } = {},
  ) {
    const request = new Request(`https://portal.example/submissions/${by}/${deadline}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return receiveSubmission(depsAt(at), request)
  }
  const depsAt = (time: string) => ({
    ...portal.deps,
    programme: PROGRAMME,
    clock: () => Date.parse(time),
  })
  const read = () => readDeadlines(depsAt('2026-06-12T09:00Z'), noe)
  const ticks = (who = kai) =>
    portal.query(
      `select day::text, source, is_done as done from deadline_completions where user_id = $1 and event = 'update' order by day`,
      [who.member.id],
    )
  const byForm = (...days: string[]) => days.map((day) => ({ day, source: 'form', done: true }))
  const match = (email: string, id: string | null = kai.member.id, who = noe) =>
    matchSubmissions(portal.deps, who, MatchInput.parse({ email, id }))
  const unmatch = (email: string, id = kai.member.id, who = noe) =>
    unmatchSubmissions(portal.deps, who, UnmatchInput.parse({ email, id }))
  const sendersOf = async ({ member }: SignedIn) => {
    const person = await findPerson(portal.deps, noe, { id: member.id })
    return 'senders' in person ? person.senders : null
  }

  test('can’t be matched with a member who has become an administrator', async () => {
    await send({ email: HOME })
    await portal.query(`select set_role($1, 'admin', true)`, [[KAI]])
    expect(await match(HOME)).toEqual({ ok: false, code: 'submission_not_found' })
    expect((await read()).unmatched.map(({ email }) => email)).toEqual([HOME])
    expect(await ticks()).toEqual([])
  })

  test('gets the same response for members and strangers', async () => {
    await portal.query(`select register_member('pending@example.org', '$argon2id$x', 'Pua')`)
    await portal.member('denied@example.org')
    await portal.query(
      `select * from decide_memberships('{denied@example.org}', 'denied', 'No', force => true)`,
    )
    await portal.query(`select * from invite('[{"email": "invited@example.org"}]', 'noe@example.org')`)
    const senders = [KAI, 'pending@example.org', 'denied@example.org', 'invited@example.org', HOME]
    const answers = []
    for (const email of senders) answers.push(responseTo(await send({ email })))
    expect(new Set(answers.map(String)).size).toBe(1)
    const { unmatched, nonMembers } = await read()
    expect(unmatched.map(({ email }) => email)).toEqual([HOME])
    expect(nonMembers.map(({ email, status }) => [email, status]).toSorted()).toEqual([
      ['denied@example.org', 'denied'],
      ['invited@example.org', 'invited'],
      ['pending@example.org', 'pending'],
    ])
  })

  test('counts for the date nearest to when it was sent', async () => {
    const late = { email: KAI, submitted_at: '2026-06-10T09:00:00Z' }
    await send(late, { at: '2026-06-17T09:00Z' })
    expect(await ticks()).toEqual(byForm(THURSDAY))
  })

  test('doesn’t count for a date after the next one', async () => {
    await send({ email: KAI, submitted_at: '2026-07-09T09:00:00Z' }, { at: '2026-06-17T09:00Z' })
    expect(await ticks()).toEqual(byForm(NEXT))
  })

  test('more than a day after an earlier one counts for the next date', async () => {
    await send({ email: KAI }, { at: '2026-06-10T09:00Z' })
    await send({ email: KAI }, { at: '2026-06-11T17:00Z' })
    await send({ email: KAI }, { at: '2026-06-12T09:00Z' })
    expect(await ticks(), 'corrected before the start').toEqual(byForm(THURSDAY, NEXT))
    await portal.query('delete from deadline_completions')
    await send({ email: KAI }, { at: '2026-06-11T17:00Z' })
    await send({ email: KAI }, { at: '2026-06-12T16:59Z' })
    expect(await ticks(), 'corrected within a day').toEqual(byForm(THURSDAY))
    await send({ email: KAI }, { at: '2026-06-13T09:00Z' })
    expect(await ticks()).toEqual(byForm(THURSDAY, NEXT))
  })

  test('from an unknown address also counts for the next date if it follows an earlier one', async () => {
    for (const at of ['2026-06-11T17:00Z', '2026-06-13T09:00Z']) await send({ email: HOME }, { at })
    await match(HOME)
    expect(await ticks()).toEqual(byForm(THURSDAY, NEXT))
  })

  const answer = { email: KAI, submission_id: 'answer-1' }

  test('that the form tool repeats counts for the same date', async () => {
    for (const at of ['2026-06-11T17:00Z', '2026-06-13T09:00Z', '2026-06-20T09:00Z'])
      await send(answer, { at })
    expect(await ticks()).toEqual(byForm(THURSDAY))
  })

  test('that was edited counts for the date nearest to the edit', async () => {
    await send(answer, { at: '2026-06-11T17:00Z' })
    await send({ ...answer, updated_at: '2026-06-17T09:00:00Z' }, { at: '2026-06-17T09:00Z' })
    expect(await ticks()).toEqual(byForm(THURSDAY, NEXT))
  })

  test('counts for every address in the sender’s field', async () => {
    await send({ email: `${KAI}, ${HOME}` })
    expect(await ticks()).toEqual(byForm(THURSDAY))
    expect((await read()).unmatched).toMatchObject([{ email: HOME }])
  })

  test('of an unknown sender among several is matched one at a time', async () => {
    const unclear = { cofounder: 'ana@example.org', own: KAI }
    await send(unclear, { at: '2026-06-18T09:00Z' })
    expect((await read()).unmatched).toMatchObject([{ email: `ana@example.org, ${KAI}`, day: NEXT }])
    await match(`ana@example.org, ${KAI}`)
    expect(await ticks()).toEqual(byForm(NEXT))
    await send(unclear, { at: '2026-06-25T09:00Z' })
    expect((await read()).unmatched, 'the next may be somebody else’s').toHaveLength(1)
    expect(await sendersOf(kai)).toEqual([`ana@example.org, ${KAI}`])
    await unmatch(`ana@example.org, ${KAI}`)
    expect(await ticks()).toEqual([])
  })

  test('can be matched by administrators only', async () => {
    await send({ email: HOME })
    expect(await match(HOME, kai.member.id, kai)).toMatchObject({ code: 'submission_not_found' })
    expect(await match(HOME, 'no-such-id')).toMatchObject({ code: 'submission_not_found' })
    expect(await ticks()).toEqual([])
  })

  test('from an unknown address counts for the member with whom an administrator matches it', async () => {
    await send({ email: HOME })
    await send({ email: HOME }, { deadline: 'intake' })
    expect((await read()).unmatched).toHaveLength(2)
    expect(await match(HOME)).toEqual({ ok: true })
    expect(await match(HOME)).toMatchObject({ code: 'submission_not_found' })
    expect((await read()).unmatched).toEqual([])
    await send({ email: HOME }, { at: '2026-06-18T09:00Z' })
    expect(await ticks()).toEqual(byForm(THURSDAY, NEXT))
  })

  test('from a stranger can be dismissed', async () => {
    await send({ email: 'stranger@example.org' })
    await match('stranger@example.org', null)
    expect((await read()).unmatched).toEqual([])
  })

  test('that was matched wrongly can be unmatched', async () => {
    const ana = await portal.member('ana@example.org')
    await portal.query(
      `insert into deadline_completions (user_id, event, day, is_done, reported_at, source) values ($1, 'update', $2, true, now(), 'member')`,
      [ana.member.id, THURSDAY],
    )
    await send({ email: HOME })
    await send({ email: HOME }, { at: '2026-06-18T09:00Z' })
    const before = await read()
    await match(HOME, ana.member.id)
    expect(await sendersOf(ana)).toEqual([HOME])
    expect(await ticks(ana)).toEqual(byForm(THURSDAY, NEXT))
    expect(await unmatch(HOME, ana.member.id, kai)).toMatchObject({ code: 'submission_not_found' })
    expect(await unmatch(HOME, kai.member.id)).toMatchObject({ code: 'submission_not_found' })
    expect(await unmatch(HOME, ana.member.id)).toEqual({ ok: true })
    expect(await unmatch(HOME, ana.member.id)).toMatchObject({ code: 'submission_not_found' })
    expect(await ticks(ana), 'her own tick').toEqual([{ day: THURSDAY, source: 'member', done: true }])
    expect((await read()).unmatched).toEqual(before.unmatched)
    expect(await sendersOf(ana)).toEqual([])
    await send({ email: HOME }, { at: '2026-06-25T09:00Z' })
    expect((await read()).unmatched, 'also later ones').toHaveLength(3)
  })

  test('from a member’s own address still counts after another one is unmatched', async () => {
    await send({ email: HOME })
    await match(HOME)
    await send({ email: KAI })
    expect(await sendersOf(kai)).toEqual([HOME])
    await unmatch(HOME)
    expect(await ticks()).toEqual(byForm(THURSDAY))
  })

  test('from an administrator is recorded as a test', async () => {
    expect(await send({ email: 'noe@example.org' })).toEqual({ code: 'received' })
    expect(await ticks(noe)).toEqual([{ day: THURSDAY, source: 'member', done: true }])
    expect((await read()).forms).toMatchObject([{ lastTestEmail: 'noe@example.org' }])
  })

  test('without a sender is recorded as a test', async () => {
    expect(await send({})).toEqual({ code: 'test' })
    const [tested] = (await read()).forms
    expect(tested?.lastTestedAt).toBeInstanceOf(Date)
    expect(tested).toMatchObject({ lastTestEmail: null, lastRejectedAt: null, lastUsedAt: null })
    await send({ email: 'an_account@example.com' })
    expect((await read()).forms).toMatchObject([{ lastTestEmail: 'an_account@example.com' }])
  })

  test.each([
    ['too_large', 'x'.repeat(SUBMISSION_MAX_BYTES + 1)],
    ['unreadable', 'x'.repeat(SUBMISSION_MAX_BYTES)],
    ['no_address', { text: `x${KAI}, and more` }],
    ['unfinished', { email: KAI, finished: false }],
  ])('that is refused shows administrators the reason: %s', async (code, body) => {
    expect(await send(body)).toMatchObject({ code })
    expect(await ticks()).toEqual([])
    expect((await read()).forms).toMatchObject([
      { rejectionReason: code, lastUsedAt: null, lastTestedAt: null },
    ])
    await send({ email: KAI, finished: false })
    expect((await read()).forms, 'hides no other refusal').toMatchObject([{ rejectionReason: code }])
  })

  test.each(['Update', 'UPDATE.yaml', 'update/', 'update.yml?source=tally'])(
    'finds its deadline by the name %s',
    async (deadline) => {
      expect(await send({ email: KAI }, { deadline })).toEqual({ code: 'received' })
    },
  )

  test('for an unknown deadline is answered with the names of the deadlines', async () => {
    const other = await send({ email: KAI }, { deadline: '%3Cdeadline%3E' })
    expect(responseTo(other)).toEqual([404, 'No deadline has this name. There are: update, intake.'])
    expect((await read()).forms).toMatchObject([{ rejectionReason: 'unknown_deadline' }])
  })

  test('needs a valid secret', async () => {
    const refused = { code: 'unknown_form' }
    expect(await send({ email: KAI }, { with: 'a'.repeat(64) })).toEqual(refused)
    expect(await send({ email: KAI }, { with: 'a'.repeat(64), deadline: 'other' })).toEqual(refused)
    await deleteWebhookEndpoint(portal.deps, kai, { name: 'Typeform' })
    expect(await send({ email: KAI })).toEqual({ code: 'received' })
    await deleteWebhookEndpoint(portal.deps, noe, { name: 'Typeform' })
    expect(await send({ email: KAI })).toEqual(refused)
  })

  test('from a stranger isn’t kept beyond a thousand', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await portal.query(
      `insert into unmatched_submissions (email, event, day)
       select 's' || n || '@home.example', 'update', '2026-06-11' from generate_series(1, 999) n`,
    )
    expect(await send({ email: 'ana@home.example' })).toEqual({ code: 'received' })
    expect(logged).not.toHaveBeenCalled()
    expect(await send({ email: KAI })).toEqual({ code: 'received_full' })
    expect(logged, 'nothing of a member is lost').not.toHaveBeenCalled()
    expect(await send({ email: 'pua@home.example' })).toEqual({ code: 'received_full' })
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('submission_not_kept'))
    logged.mockRestore()
    expect((await read()).unmatched).toHaveLength(1000)
    expect(await ticks()).toEqual(byForm(THURSDAY))
  })

  test('is accepted at most 2,000 times an hour', async () => {
    await send({ email: KAI })
    await portal.query('update rate_limits set attempts = 1999')
    expect(await send({ email: KAI })).toEqual({ code: 'received' })
    expect(await send({ email: KAI })).toEqual({ code: 'too_many' })
  })

  test('comes through an endpoint whose name is unique', async () => {
    expect(await createWebhookEndpoint(portal.deps, noe, { name: 'Typeform' })).toEqual({
      ok: false,
      code: 'form_exists',
    })
    const [row] = await portal.query(
      'select name, token_hash = sha256_hex($1) as same from webhook_endpoints',
      [secret],
    )
    expect(row).toEqual({ name: 'Typeform', same: true })
  })
})

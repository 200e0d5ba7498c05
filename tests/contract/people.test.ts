import { beforeEach, describe, expect, test } from 'vitest'
import { actOnPeople, findPerson, invitePeople, listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { Email } from '#src/shared/people/person.ts'
import { onPortal, PASSWORD } from '../support/portal.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const TOO_LATE = { ok: false, code: 'too_late_to_undo' }
const CHANGED = { ok: false, code: 'decided_meanwhile' }
const GONE = { ok: false, code: 'sign_up_gone' }

onPortal('an administrator who is a member', (portal) => {
  let admin: SignedIn
  let kai: string
  beforeEach(async () => {
    await portal.clear()
    admin = await administrator(NOE)
    await portal.signUp(KAI)
    kai = (await portal.account(KAI))?.id ?? ''
  })

  test('reads who signed up, which changes nothing', async () => {
    expect(await list()).toEqual([KAI])
    expect(await list({ search: 'KAI@' })).toEqual([KAI])
    expect(await list({ search: 'noelani' })).toEqual([])
    expect(await list({ skipped: 1 })).toEqual([])
    const { counts } = await listPeople(portal.deps, admin, form())
    expect(counts).toEqual({ pending: 1, invited: 0, approved: 1, denied: 0 })
    expect(await read()).toMatchObject({
      person: {
        email: KAI,
        fullName: 'Leilani',
        emailConfirmed: false,
        status: 'pending',
        canUndo: false,
        watched: 0,
      },
    })
    expect(await read('no-such-id')).toEqual(GONE)
    expect(await status()).toBe('pending')
  })

  test.each([
    ['approve', 'approved'],
    ['deny', 'denied'],
  ] as const)('records "%s" under their own address', async (action, verdict) => {
    expect(await act({ action, reason: 'Not in this cohort' })).toEqual({ ok: true, changed: 1 })
    expect(await status()).toBe(verdict)
    expect(await list()).toEqual([])
    expect(await read()).toMatchObject({
      person: {
        status: verdict,
        canUndo: true,
        decisions: [{ to_status: verdict, actor: NOE, reason: 'Not in this cohort', is_undo: false }],
        messages: expect.arrayContaining([
          expect.objectContaining({ kind: 'membership_decided', state: 'waiting' }),
        ]) as object,
      },
    })
  })

  test('decides about a person once, whoever asks', async () => {
    const results = await Promise.all([act(), act({ action: 'deny' }), act()])
    expect(results.filter(({ ok }) => !ok)).toEqual([CHANGED, CHANGED])
    expect(await act({ ids: ['no-such-id'] })).toEqual(GONE)
  })

  test('takes a wrong denial back, also after its email', async () => {
    await portal.decide(KAI, 'denied')
    await portal.query(`update outbox set sent_at = now(), payload = null`)
    expect(await act({ action: 'undo', status: 'denied' })).toEqual(TOO_LATE)
    expect(await act({ status: 'denied' })).toEqual({ ok: true, changed: 1 })
    expect(await status()).toBe('approved')
  })

  test('undoes a decision while its email waits, for a minute', async () => {
    await act()
    const unsent = `select next_attempt_at > now() + interval '50 s' as waits from outbox
      where kind = 'membership_decided' and user_id = $1`
    expect(await portal.query(unsent, [kai])).toEqual([{ waits: true }])
    expect(await act({ action: 'undo', status: 'approved' })).toEqual({ ok: true, changed: 1 })
    expect(await status()).toBe('pending')
    expect(await act({ action: 'undo' })).toEqual(TOO_LATE)
  })

  test("undoes no decision whose email is on its way, nor another administrator's", async () => {
    await act()
    await portal.query(`update outbox set locked_until = now() + interval '1 minute'`)
    expect(await act({ action: 'undo', status: 'approved' })).toEqual(TOO_LATE)
    await portal.query('update outbox set locked_until = null')
    const other = await administrator('other@example.org')
    expect(await read(kai, other)).toMatchObject({ person: { canUndo: false } })
    expect(await act({ action: 'undo', status: 'approved' }, other)).toEqual(TOO_LATE)
    expect(await status()).toBe('approved')
  })

  test('approves several at once, except unconfirmed addresses', async () => {
    await portal.signUp('ana@example.org')
    const ids = await idsOf(KAI, 'ana@example.org')
    await portal.query(`update users set email_confirmed_at = now() where email = $1`, [KAI])
    expect(await act({ ids })).toEqual({ ok: true, changed: 1 })
    expect([await status(), await status('ana@example.org')]).toEqual(['approved', 'pending'])
    expect(await act({ action: 'undo', ids, status: 'approved' })).toEqual({ ok: true, changed: 1 })
  })

  test('signs people out, makes them editors, and deletes them after a day', async () => {
    const member = await portal.member('ana@example.org')
    const ana = { ids: [member.member.id], status: 'approved' as const }
    expect(await act({ ...ana, action: 'make_editor' })).toMatchObject({ ok: true })
    expect(await act({ ...ana, action: 'end_sessions' })).toMatchObject({ ok: true })
    expect(await portal.query('select from sessions where user_id = $1', ana.ids)).toEqual([])
    expect(await read(member.member.id)).toMatchObject({
      person: { isEditor: true, isAdmin: false, sessions: [] },
    })
    expect(await act({ ...ana, action: 'delete' })).toMatchObject({ code: 'current_password_wrong' })
    expect(await act({ ...ana, action: 'delete', currentPassword: PASSWORD })).toMatchObject({ ok: true })
    expect(await read(member.member.id)).toMatchObject({ person: { deletedAt: expect.any(Date) as Date } })
    expect(await act({ ...ana, action: 'keep' })).toMatchObject({ ok: true })
    expect(await read(member.member.id)).toMatchObject({ person: { deletedAt: null } })
  })

  test('leaves the portal an administrator, also when two remove each other', async () => {
    const own = { ids: [admin.member.id], status: 'approved' as const, currentPassword: PASSWORD }
    for (const action of ['end_admin', 'delete', 'deny'] as const)
      expect(await act({ ...own, action })).toEqual({ ok: false, code: 'last_admin' })
    const other = await administrator('other@example.org')
    const results = await Promise.all([
      act({ ...own, action: 'end_admin' }, other),
      act({ ...own, ids: [other.member.id], action: 'end_admin' }),
    ])
    expect(results).toContainEqual({ ok: true, changed: 1 })
    expect(results).toContainEqual(GONE)
    expect(await portal.query('select from members where is_admin')).toHaveLength(1)
  })

  test('says who would be invited, invites them, and takes new ones back within the minute', async () => {
    await portal.query(`update users set email_confirmed_at = now() where email = $1`, [KAI])
    const given = ['new@example.org', KAI, NOE]
    const outcomes = ['approved', 'invited', 'already a member']
    expect((await invite(given, true)).map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(await portal.account('new@example.org')).toBeNull()
    const results = await invite(given, false)
    expect(results.map(({ outcome }) => outcome)).toEqual(outcomes)
    const waits = `select next_attempt_at > now() + interval '50 s' as waits from outbox where kind = 'invitation'`
    expect(await portal.query(waits)).toEqual([{ waits: true }])
    const ids = results.flatMap(({ id }) => id ?? [])
    expect(await act({ action: 'invite', ids, status: 'invited' })).toEqual({ ok: true, changed: 1 })
    expect(await act({ action: 'undo', ids, status: 'invited' })).toEqual(TOO_LATE)
    const [again] = await invite(['newer@example.org'], false)
    expect(await act({ action: 'undo', ids: [again?.id ?? ''], status: 'invited' })).toEqual({
      ok: true,
      changed: 1,
    })
    expect(await portal.account('newer@example.org')).toBeNull()
  })

  describe('sees and changes nothing', () => {
    test('as a member who is no administrator, or is none any more', async () => {
      const member = await portal.member('member@example.org')
      // An outdated session object doesn't help.
      await refused({ ...member, member: { ...member.member, isAdmin: true } })
      await portal.query(`select * from set_role(array[$1], 'admin', false)`, [NOE])
      await refused(admin)
    })

    test.each(['denied', 'pending'])('once they are %s', async (verdict) => {
      await portal.decide(NOE, verdict)
      await refused(admin)
    })

    test('once their session has ended', async () => {
      await portal.query(`update sessions set expires_at = now()`)
      await refused(admin)
      await portal.query('delete from sessions')
      await refused(admin)
    })
  })

  async function administrator(email: string): Promise<SignedIn> {
    const member = await portal.member(email)
    await portal.query(`select * from set_role(array[$1], 'admin', true)`, [email])
    return member
  }

  function form(more: object = {}) {
    return { status: 'pending' as const, search: '', skipped: 0, cohort: 'cohort-17', ...more }
  }

  async function list(more: object = {}, who = admin): Promise<string[]> {
    return (await listPeople(portal.deps, who, form(more))).people.map(({ email }) => email)
  }

  function read(id = kai, who = admin) {
    return findPerson(portal.deps, who, { id, cohort: 'cohort-17' })
  }

  function act(more: Partial<Parameters<typeof actOnPeople>[2]> = {}, who = admin) {
    const given = { ids: [kai], reason: '', currentPassword: '' }
    return actOnPeople(portal.deps, who, { action: 'approve', status: 'pending', ...given, ...more })
  }

  function invite(emails: string[], isTrial: boolean, who = admin) {
    const people = emails.map((email) => ({ email: Email.parse(email), name: null }))
    return invitePeople(portal.deps, who, { people, isTrial })
  }

  async function refused(who: SignedIn): Promise<void> {
    expect(await read(kai, who)).toEqual(GONE)
    for (const action of ['approve', 'undo', 'end_sessions', 'make_editor'] as const)
      expect(await act({ action }, who)).toEqual(GONE)
    expect(await list({}, who)).toEqual([])
    expect(await invite(['new@example.org'], false, who)).toEqual([])
    expect(await portal.account('new@example.org')).toBeNull()
    expect(await status()).toBe('pending')
  }

  async function idsOf(...emails: string[]): Promise<string[]> {
    const rows = await portal.query<{ id: string }>(
      'select id from users where email = any ($1) order by email',
      [emails],
    )
    return rows.map(({ id }) => id)
  }

  async function status(email = KAI) {
    return (await portal.account(email))?.status
  }
})

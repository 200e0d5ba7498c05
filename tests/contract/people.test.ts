import { beforeEach, describe, expect, test } from 'vitest'
import { actOnPeople, invitePeople } from '#src/server/people/act-on-people.ts'
import { findPerson, listPeople } from '#src/server/people/people.ts'
import { cancelDeletion, requestDeletion } from '#src/server/members/my-data.ts'
import { InviteInput, type PersonActionInput } from '#src/server/people/inputs.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import type { PersonAction, PersonOutcome } from '#src/shared/people/notices.ts'
import { PEOPLE_BODY_MAX_BYTES, type PersonStatus } from '#src/shared/people/people.ts'
import { Email } from '#src/shared/people/person.ts'
import { onPortal, PASSWORD, stranger } from '../support/portal.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const GONE = { ok: false, code: 'person_not_found' }
const WATCHED = ['cohort-17/week-0/aloha', 'cohort-17/week-1/first-steps']
const VIDEO = { cohort: 'cohort-17', audience: [], title: '', fragment: '', publishedAt: null }
const programme = { ...EMPTY_PROGRAMME, videos: WATCHED.map((key) => ({ ...VIDEO, key })) }

onPortal('an administrator who is a member', (portal) => {
  let admin: SignedIn
  let kai: string
  beforeEach(async () => {
    await portal.clear()
    admin = await portal.admin(NOE)
    await portal.signUp(KAI)
    kai = (await portal.account(KAI))?.id ?? ''
  })

  test('searches who signed up', async () => {
    expect(await list()).toEqual([KAI])
    expect(await list({ search: 'KAI@' })).toEqual([KAI])
    expect(await list({ search: 'noelani' })).toEqual([])
  })

  test('reads who signed up', async () => {
    const { counts } = await listPeople(portal.deps, admin, form())
    expect(counts).toEqual({ pending: 1, invited: 0, approved: 1, denied: 0 })
    expect(await read()).toMatchObject({
      email: KAI,
      fullName: 'Leilani',
      emailConfirmed: false,
      status: 'pending',
      undo: null,
      watched: 0,
      videos: 2,
      hasSignedIn: false,
    })
    expect(await read('no-such-id')).toEqual(GONE)
    expect(await status()).toBe('pending')
  })

  test.each([
    ['approve_unconfirmed', 'approved'],
    ['deny', 'denied'],
  ] as const)('records the action "%s" under their own address', async (action, verdict) => {
    expect(await act({ action, reason: 'Not in this cohort' })).toEqual(['done'])
    expect(await status()).toBe(verdict)
    expect(await list()).toEqual([])
    expect(await read()).toMatchObject({
      status: verdict,
      undo: 'membership_decided',
      decisions: [{ to_status: verdict, actor: NOE, reason: 'Not in this cohort', is_undo: false }],
      messages: expect.arrayContaining([
        expect.objectContaining({ kind: 'membership_decided', state: 'waiting' }),
      ]) as object,
    })
  })

  test('decides about a person once, also together with another administrator', async () => {
    await confirm(KAI)
    const people = [{ id: kai, status: 'pending' as const }]
    const results = await Promise.all([act({ people }), act({ people, action: 'deny' }), act({ people })])
    expect(results.flat().sort()).toEqual(['decided_meanwhile', 'decided_meanwhile', 'done'])
    expect(await act({}, ['no-such-id'])).toEqual(['gone'])
  })

  test('takes a wrong denial back after its email', async () => {
    await confirm(KAI)
    await portal.decide(KAI, 'denied')
    await portal.query(`update outbox set sent_at = now(), payload = null`)
    expect(await act({ action: 'undo' })).toEqual(['too_late_to_undo'])
    expect(await act()).toEqual(['done'])
    expect(await status()).toBe('approved')
    const revoked = await act({ action: 'revoke', people: [{ id: kai, status: 'invited' }] })
    expect(revoked, 'where they were seen as invited').toEqual(['joined_meanwhile'])
  })

  test('undoes a decision while its email waits', async () => {
    await act({ action: 'deny' })
    const unsent = `select next_attempt_at > now() + interval '50 s' as waits from outbox
      where kind = 'membership_decided' and user_id = $1`
    expect(await portal.query(unsent, [kai])).toEqual([{ waits: true }])
    expect(await act({ action: 'undo' })).toEqual(['done'])
    expect(await status()).toBe('pending')
    expect(await act({ action: 'undo' })).toEqual(['too_late_to_undo'])
  })

  test('is offered the undo of the latest decision in the list', async () => {
    for (const email of ['ana@example.org', 'pua@example.org']) await portal.signUp(email)
    const others = await idsOf('ana@example.org', 'pua@example.org')
    const undoable = async (who = admin) => (await page({}, who)).undoable.map((person) => person.email)
    await act({ action: 'deny' })
    await act({ action: 'approve_unconfirmed' }, others)
    expect((await undoable()).toSorted()).toEqual(['ana@example.org', 'pua@example.org'])
    expect(await undoable(await portal.admin('other@example.org')), 'another administrator').toEqual([])
    await act({ action: 'undo' }, others)
    expect(await undoable()).toEqual([KAI])
    await portal.query(`update outbox set locked_until = now() + interval '1 minute'`)
    expect(await undoable()).toEqual([])
  })

  test('undoes no decision whose email is on its way', async () => {
    await act({ action: 'deny' })
    await portal.query(`update outbox set locked_until = now() + interval '1 minute'`)
    expect(await act({ action: 'undo' })).toEqual(['too_late_to_undo'])
    expect(await status()).toBe('denied')
  })

  test('undoes no other administrator’s decision', async () => {
    await act({ action: 'deny' })
    const other = await portal.admin('other@example.org')
    expect(await read(kai, other)).toMatchObject({ undo: null })
    expect(await act({ action: 'undo' }, [kai], other)).toEqual(['too_late_to_undo'])
    expect(await status()).toBe('denied')
  })

  test('is offered no undo that can’t work', async () => {
    // An invitation of a person who had signed up, and one made again, can't be taken back.
    await invite([KAI], false)
    expect(await read()).toMatchObject({ status: 'invited', undo: null })
    expect(await act({ action: 'undo' })).toEqual(['too_late_to_undo'])
    const [fresh] = await invite(['new@example.org'], false)
    expect(await read(fresh?.id ?? '')).toMatchObject({ undo: 'invitation' })
    await invite(['new@example.org'], false)
    expect(await read(fresh?.id ?? '')).toMatchObject({ undo: null })
  })

  test('takes the denial of an invited person back for a minute', async () => {
    const [{ id } = { id: '' }] = await invite(['new@example.org'], false)
    const them = [id ?? '']
    expect(await act({ action: 'deny' }, them)).toEqual(['done'])
    expect(await read(them[0])).toMatchObject({ status: 'denied', undo: 'none' })
    expect(await act({ action: 'undo' }, them)).toEqual(['done'])
    expect(await read(them[0])).toMatchObject({ status: 'invited', undo: null })
    await act({ action: 'deny' }, them)
    await portal.query('alter table approval_events disable trigger approval_events_append_only')
    await portal.query(`update approval_events set created_at = created_at - interval '1 minute'`)
    await portal.query('alter table approval_events enable trigger approval_events_append_only')
    expect(await act({ action: 'undo' }, them)).toEqual(['too_late_to_undo'])
  })

  test('approves an unconfirmed address only with the action for that', async () => {
    await portal.signUp('ana@example.org')
    expect(await act()).toEqual(['unconfirmed'])
    const ids = await idsOf('ana@example.org', KAI)
    expect(await act({}, ids)).toEqual(['unconfirmed', 'unconfirmed'])
    await confirm(KAI)
    expect(await act({}, ids)).toEqual(['unconfirmed', 'done'])
    expect([await status(), await status('ana@example.org')]).toEqual(['approved', 'pending'])
    expect(await act({ action: 'undo' }, [kai])).toEqual(['done'])
    expect(await act({ action: 'approve_unconfirmed' }, ids.slice(0, 1))).toEqual(['done'])
  })

  test('resends confirmations to the unconfirmed', async () => {
    await portal.signUp('ana@example.org')
    const ids = await idsOf('ana@example.org', KAI)
    await portal.query('delete from outbox')
    expect(await act({ action: 'resend_confirmation' }, ids)).toEqual(['done', 'done'])
    expect(await portal.mailsTo(KAI)).toEqual(['confirm_email'])
    await confirm(KAI)
    expect(await act({ action: 'resend_confirmation' }, ids)).toEqual(['done', 'confirmed_meanwhile'])
  })

  test('makes people editors', async () => {
    const { member } = await portal.member('ana@example.org')
    expect(await act({ action: 'make_editor' }, [member.id])).toEqual(['done'])
    expect(await act({ action: 'make_editor' }, [member.id])).toEqual(['decided_meanwhile'])
    expect(await read(member.id)).toMatchObject({ isEditor: true, isAdmin: false })
  })

  test('reads whether a person has signed in', async () => {
    const { member } = await portal.member('ana@example.org')
    expect(await read(member.id)).toMatchObject({ hasSignedIn: false })
    await portal.query(`insert into known_devices (id, user_id) values (sha256_hex('browser'), $1)`, [
      member.id,
    ])
    expect(await read(member.id)).toMatchObject({ hasSignedIn: true })
  })

  test('signs people out', async () => {
    const { member } = await portal.member('ana@example.org')
    expect(await act({ action: 'end_sessions' }, [member.id])).toEqual(['done'])
    expect(await portal.query('select from sessions where user_id = $1', [member.id])).toEqual([])
  })

  test('deletes people unless another administrator keeps them', async () => {
    const { member } = await portal.member('ana@example.org')
    const ana = [member.id]
    expect(await refusedProof('delete', ana)).toMatchObject({ code: 'current_password_wrong' })
    expect(await act({ action: 'delete' }, ana)).toEqual(['done'])
    expect(await read(member.id)).toMatchObject({ deletedBy: NOE })
    expect(await act({ action: 'delete' }, ana)).toEqual(['decided_meanwhile'])
    expect(await act({ action: 'keep' }, ana)).toEqual(['done'])
    // Nothing is left to be kept.
    expect(await act({ action: 'keep' }, ana)).toEqual(['decided_meanwhile'])
    expect(await read(member.id)).toMatchObject({ deletedAt: null, deletedBy: null })
  })

  test('revokes the links of a person who is deleted', async () => {
    const [{ id } = { id: '' }] = await invite(['typo@example.org'], false)
    const token = await portal.linkTo('typo@example.org', 'invitation')
    expect(await act({ action: 'delete' }, [id ?? ''])).toEqual(['done'])
    expect(await resetPassword(portal.deps, { token, password: PASSWORD }, stranger())).toMatchObject({
      ok: false,
    })
    await requestPasswordReset(portal.deps, { email: Email.parse('typo@example.org') }, stranger())
    expect(await portal.mailsTo('typo@example.org')).toEqual([])
    expect(await read(id ?? '')).toMatchObject({ invitation: 'link expired' })
  })

  test('can’t keep an account that its member wants deleted', async () => {
    const ana = await portal.member('ana@example.org')
    const them = [ana.member.id]
    expect(await requestDeletion(portal.deps, ana, { password: PASSWORD })).toMatchObject({ ok: true })
    const token = await portal.linkTo('ana@example.org', 'deletion_requested')
    expect(await read(them[0])).toMatchObject({ deletedBy: 'the member' })
    expect(await act({ action: 'keep' }, them)).toEqual(['decided_meanwhile'])
    expect(await act({ action: 'delete' }, them)).toEqual(['done'])
    expect(await cancelDeletion(portal.deps, { token })).toMatchObject({ ok: false })
    const again = await portal.signedIn('ana@example.org')
    expect(await requestDeletion(portal.deps, again, { password: PASSWORD })).toEqual({
      ok: false,
      code: 'deletion_decided',
    })
    expect(await read(them[0])).toMatchObject({ deletedBy: NOE })
  })

  test('can’t remove the last administrator', async () => {
    const own = [admin.member.id]
    for (const action of ['end_admin', 'delete', 'deny'] as const)
      expect(await act({ action }, own)).toEqual(['last_admin'])
    expect(await requestDeletion(portal.deps, admin, { password: PASSWORD })).toEqual({
      ok: false,
      code: 'last_admin',
    })
  })

  test('can approve people as the last administrator', async () => {
    await confirm(KAI)
    await portal.query(
      `insert into account_deletions (user_id, due_at) values ($1, now() + interval '1 day')`,
      [admin.member.id],
    )
    expect(await act()).toEqual(['done'])
  })

  test('finds people of another status when the shown one has no match', async () => {
    expect(await page({ search: 'noe@' })).toMatchObject({ status: 'approved', people: [{ email: NOE }] })
    const stays = await page({ search: 'noe@', keepsStatus: true })
    expect(stays).toMatchObject({ status: 'pending', people: [], counts: { approved: 1 } })
    expect(await page({ search: 'nobody', status: 'denied' })).toMatchObject({ status: 'denied', people: [] })
    expect(await page({ status: 'denied' })).toMatchObject({ status: 'denied', people: [] })
  })

  test('gets 500 people a page', async () => {
    await portal.query(
      `insert into users (id, email, created_at) select 'p' || n, 'p' || n || '@example.org', now() + n * interval '1 s'
       from generate_series(1, 500) n`,
    )
    await portal.query(`insert into profiles (id) select id from users where id ~ '^p\\d'`)
    const newest = [{ email: 'p500@example.org' }]
    const first = await page()
    expect(first).toMatchObject({ counts: { pending: 501, approved: 1 }, skipped: 0 })
    expect(first.people.map(({ email }) => email)).toEqual([
      KAI,
      ...Array.from({ length: 499 }, (_, n) => `p${n + 1}@example.org`),
    ])
    for (const skipped of [500, 501, 5000])
      expect(await page({ skipped })).toMatchObject({ skipped: 500, people: newest })
  })

  test('lists only people of a role', async () => {
    await portal.query(`update profiles set role = 'Mentor' where id = $1`, [kai])
    expect(await page({ role: 'Mentor' })).toMatchObject({
      counts: { pending: 1, approved: 0 },
      people: [{ email: KAI }],
    })
    expect(await page({ role: 'Founder', search: 'nobody' })).toMatchObject({ people: [], roles: ['Mentor'] })
  })

  test.each([
    ['name', ['ana@example.org', 'bea@example.org', KAI]],
    ['company', [KAI, 'ana@example.org', 'bea@example.org']],
    ['role', ['bea@example.org', KAI, 'ana@example.org']],
    ['videos', ['bea@example.org', 'ana@example.org', KAI]],
  ])('sorts people by %s', async (sort, sorted) => {
    await portal.signUp('bea@example.org')
    await portal.signUp('ana@example.org')
    const set = `update profiles p set full_name = $2, company = $3, role = $4 from users u where u.id = p.id and u.email = $1`
    await portal.query(set, [KAI, 'kai', 'Aloha Robotics', 'Founder'])
    await portal.query(set, ['bea@example.org', 'Bea', null, 'adviser'])
    await portal.query(set, ['ana@example.org', 'ana', 'hilo Works', null])
    const watch = `insert into video_progress (user_id, video, watched, marked_at)
      select id, video, true, now() from users, unnest($2::text[]) video where email = $1`
    await portal.query(watch, [KAI, WATCHED])
    await portal.query(watch, ['ana@example.org', WATCHED.slice(0, 1)])
    expect(await list({ sort })).toEqual(sorted)
  })

  test('sees how many of the current videos a person has watched', async () => {
    const ana = await portal.member('ana@example.org')
    const watch = `insert into video_progress (user_id, video, watched, marked_at) select $1, video, true, now() from unnest($2::text[]) video`
    const old = ['cohort-17/week-1/renamed-since', 'cohort-1/week-1/first-steps']
    await portal.query(watch, [ana.member.id, [...WATCHED, ...old]])
    expect(await read(ana.member.id)).toMatchObject({ watched: 2, videos: 2 })
  })

  test.each([true, false])('invites people (trial: %s)', async (isDryRun) => {
    await confirm(KAI)
    const results = await invite(['new@example.org', KAI, NOE], isDryRun)
    expect(results.map(({ outcome }) => outcome)).toEqual(['approved', 'invited', 'already a member'])
    expect(await portal.account('new@example.org')).toEqual(isDryRun ? null : expect.anything())
  })

  test('takes an invitation back within a minute', async () => {
    const [invited] = await invite(['new@example.org'], false)
    const waits = `select next_attempt_at > now() + interval '50 s' as waits from outbox where kind = 'invitation'`
    expect(await portal.query(waits)).toEqual([{ waits: true }])
    expect(await act({ action: 'undo' }, [invited?.id ?? ''])).toEqual(['revoked'])
    expect(await portal.account('new@example.org')).toBeNull()
  })

  test('invites at most 500 of the greatest length', async () => {
    const people = Array.from({ length: 501 }, (_, n) => longPerson(n))
    const most = { people: people.slice(1), isDryRun: true }
    const bytes = Buffer.byteLength(JSON.stringify(most))
    expect(bytes).toBeLessThanOrEqual(PEOPLE_BODY_MAX_BYTES)
    expect(InviteInput.safeParse({ ...most, people }).success).toBe(false)
    const results = await invitePeople(portal.deps, admin, InviteInput.parse(most))
    expect(results).toMatchObject(Array(500).fill({ outcome: 'invited' }))
  })

  describe('sees and changes nothing', () => {
    test('as a member who is no administrator', async () => {
      const member = await portal.member('member@example.org')
      // An outdated session object doesn't help.
      await refused({ ...member, member: { ...member.member, isAdmin: true } })
      await portal.query(`select * from set_role(array[$1], 'admin', false)`, [NOE])
      await refused(admin)
    })

    test.each(['denied', 'pending'])('once they are %s', async (verdict) => {
      // The last one stays an administrator.
      await portal.admin('lani@example.org')
      await portal.decide(NOE, verdict)
      await refused(admin)
    })

    test('while another administrator removes them', async () => {
      const other = await portal.admin('other@example.org')
      await portal.query(`select * from set_role(array[$1], 'editor', true)`, [NOE])
      expect(await act({ action: 'delete' }, [admin.member.id], other)).toEqual(['done'])
      const again = await portal.signedIn(NOE)
      expect(again.member).toMatchObject({ approvalStatus: 'approved', isAdmin: false, isEditor: false })
      await refused(again)
      for (const [action, id] of [
        ['keep', again.member.id],
        ['make_admin', again.member.id],
        ['deny', other.member.id],
        ['delete', other.member.id],
      ] as const)
        expect(await act({ action }, [id], again)).toEqual([])
      const seen = await read(again.member.id, other)
      expect(seen).toMatchObject({ isAdmin: false, isEditor: false, deletedBy: 'other@example.org' })
      for (const action of ['make_admin', 'make_editor', 'end_admin'] as const)
        expect(await act({ action }, [again.member.id], other)).toEqual(['decided_meanwhile'])
      expect(await act({ action: 'keep' }, [again.member.id], other)).toEqual(['done'])
      expect((await portal.signedIn(NOE)).member).toMatchObject({ isAdmin: true, isEditor: true })
    })

    test('once their session has ended', async () => {
      await portal.query(`update sessions set expires_at = now()`)
      await refused(admin)
      await portal.query('delete from sessions')
      await refused(admin)
    })
  })

  function form(more: object = {}) {
    return {
      status: 'pending' as const,
      search: '',
      role: '',
      group: '',
      sort: 'status' as const,
      skipped: 0,
      ...more,
    }
  }

  function page(more: object = {}, who = admin) {
    return listPeople({ ...portal.deps, programme }, who, form(more))
  }

  async function list(more: object = {}, who = admin): Promise<string[]> {
    return (await page(more, who)).people.map(({ email }) => email)
  }

  function read(id = kai, who = admin) {
    return findPerson({ ...portal.deps, programme }, who, { id })
  }

  /** Acts on people as they are now. @returns an outcome for each; none for a refused request. */
  async function act(
    more: Partial<PersonActionInput> = {},
    ids = [kai],
    who = admin,
  ): Promise<PersonOutcome[]> {
    const seen = await statusesOf(ids)
    const people = ids.map((id, n) => ({ id, status: seen[n] ?? ('pending' as const) }))
    const given = { people, reason: '', currentPassword: PASSWORD }
    const result = await actOnPeople(portal.deps, who, { action: 'approve', ...given, ...more })
    return 'ok' in result ? [] : result.map(({ outcome }) => outcome)
  }

  function refusedProof(action: PersonAction, ids: string[]) {
    const people = ids.map((id) => ({ id, status: 'approved' as const }))
    return actOnPeople(portal.deps, admin, { action, people, reason: '', currentPassword: 'not it' })
  }

  async function statusesOf(ids: string[]): Promise<(PersonStatus | undefined)[]> {
    const rows = await portal.query<{ id: string; status: PersonStatus }>(
      'select id, status from people where id = any ($1)',
      [ids],
    )
    return ids.map((id) => rows.find((row) => row.id === id)?.status)
  }

  function confirm(email: string) {
    return portal.query('update users set email_confirmed_at = now() where email = $1', [email])
  }

  async function invite(emails: string[], isDryRun: boolean, who = admin) {
    const people = emails.map((email) => ({
      email: Email.parse(email),
      name: null,
      company: null,
      role: null,
      groups: [],
    }))
    const results = await invitePeople(portal.deps, who, { people, isDryRun, currentPassword: undefined })
    if ('ok' in results) throw new Error(results.code)
    return results
  }

  async function refused(who: SignedIn): Promise<void> {
    expect(await read(kai, who)).toEqual(GONE)
    for (const action of ['approve_unconfirmed', 'undo', 'end_sessions', 'make_editor'] as const)
      expect(await act({ action }, [kai], who)).toEqual([])
    expect(await page({}, who)).toMatchObject({ people: [], roles: [] })
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

/** With an address of 254 characters and a name of 100, each of four bytes. */
function longPerson(n: number) {
  const local = String(n).padStart(64, 'a')
  const domain = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(57)}.example`
  return { email: `${local}@${domain}`, name: '🌺'.repeat(100) }
}

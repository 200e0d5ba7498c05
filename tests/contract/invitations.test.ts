import { beforeEach, expect, test } from 'vitest'
import { confirmEmailChange } from '#src/server/members/email-change.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail } from '#src/server/sign-up/sign-up.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const KAI = 'kai@example.org'
const NEW = 'a password of their own'
const NOT_GOOD = { ok: false, code: 'reset_token_invalid' }

onPortal('an invitation', (portal) => {
  beforeEach(() => portal.clear())

  test('makes an approved account without a password', async () => {
    expect(await invite(KAI)).toEqual([{ email: KAI, name: 'Kai', outcome: 'invited' }])
    expect(await portal.account(KAI)).toMatchObject({
      status: 'approved',
      passwordHash: null,
      isConfirmed: false,
    })
    expect(await portal.mailsTo(KAI)).toEqual(['invitation'])
    expect(await portal.signIn(KAI)).toEqual({ ok: false, code: 'invalid_credentials' })
  })

  test('signs its person in once', async () => {
    await invite(KAI)
    const result = await accept()
    const session = result.ok ? result.cookies.session.value : ''
    expect(await portal.deps.sessions.find(session)).toMatchObject({
      member: { email: KAI, fullName: 'Kai' },
    })
    expect(await portal.account(KAI)).toMatchObject({ isConfirmed: true, passwordHash: fastHash(NEW) })
    expect(await portal.mailsTo(KAI)).toEqual(['invitation'])
    expect(await accept()).toEqual(NOT_GOOD)
  })

  test('names the list’s company in its email', async () => {
    await portal.query('select * from invite($1)', [JSON.stringify([{ email: KAI, company: 'Reef' }])])
    await requestPasswordReset(portal.deps, { email: email(KAI) }, stranger())
    const mails = await portal.query(
      `select kind, payload ->> 'company' as company from outbox order by kind`,
    )
    expect(mails).toEqual([
      { kind: 'invitation', company: 'Reef' },
      { kind: 'reset_password', company: null },
    ])
  })

  test('gives the list’s role to whoever has none and isn’t a member', async () => {
    const roles = () =>
      portal.query('select email, role from members join profiles using (id) order by email')
    await portal.member('member@example.org')
    const people = (role: string) =>
      JSON.stringify([
        { email: KAI, role },
        { email: 'member@example.org', role },
      ])
    await portal.query('select * from invite($1)', [people(' Mentor ')])
    expect(await roles()).toEqual([
      { email: KAI, role: 'Mentor' },
      { email: 'member@example.org', role: null },
    ])
    await portal.query('select * from invite($1)', [people('Founder')])
    expect(await roles()).toMatchObject([{ role: 'Mentor' }, { role: null }])
  })

  test('makes its person a member from the moment of accepting', async () => {
    const since = async () => {
      const [row] = await portal.query<{ since: number; came: Date | null; approved: Date }>(
        `select m.member_since as since, i.accepted_at as came, e.created_at as approved
         from members m join invitations i on i.user_id = m.id join approval_events e on e.user_id = m.id`,
      )
      return row
    }
    await invite(KAI)
    const invited = await since()
    expect(invited?.since).toBe(invited?.approved.getTime())
    await accept()
    const come = await since()
    expect(come?.since).toBe(come?.came?.getTime())
    expect(come?.since).toBeGreaterThan(invited?.since ?? 0)
  })

  test('takes an unconfirmed account away from the stranger who signed up with the address', async () => {
    const { signUpToken, token } = await portal.signUp(KAI)
    const theirs = await portal.signedIn(KAI)
    await portal.query('delete from outbox')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'invited again' }])
    expect(await portal.deps.sessions.find(theirs.token)).toBeNull()
    expect(await portal.signIn(KAI)).toEqual({ ok: false, code: 'invalid_credentials' })
    expect(await confirmEmail(portal.deps, { token, isClicked: true }, { signUpToken })).toMatchObject({
      ok: false,
    })
    expect(await portal.query('select full_name from profiles')).toEqual([{ full_name: 'Kai' }])
    expect(await portal.mailsTo(KAI)).toEqual(['invitation'])
    expect(await accept()).toMatchObject({ ok: true })
  })

  test('approves a confirmed account that waits', async () => {
    await portal.signUp(KAI)
    await portal.query('update users set email_confirmed_at = now()')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'approved' }])
    expect(await portal.signIn(KAI)).toMatchObject({ ok: true })
    expect(await portal.linksTo(KAI, 'invitation')).toEqual([])
    expect(await portal.query(`select kind from outbox where kind = 'membership_decided'`)).toHaveLength(1)
  })

  test('changes nothing for members or the denied', async () => {
    const member = await portal.member(KAI)
    // An administrator approved them before they confirmed, as with --force.
    await portal.query('update users set email_confirmed_at = null')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'already a member' }])
    expect(await portal.deps.sessions.find(member.token)).not.toBeNull()
    await portal.decide(KAI, 'denied')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'still denied' }])
    expect(await portal.account(KAI)).toMatchObject({ status: 'denied', passwordHash: fastHash(PASSWORD) })
  })

  test('revokes the link of an earlier invitation', async () => {
    await invite(KAI)
    const first = await portal.linkTo(KAI, 'invitation')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'invited again' }])
    expect(await accept(first)).toEqual(NOT_GOOD)
    expect(await accept()).toMatchObject({ ok: true })
    expect(await invite(KAI)).toMatchObject([{ outcome: 'already a member' }])
  })

  test('that is repeated goes to the address that was confirmed meanwhile', async () => {
    await invite(KAI)
    const first = await portal.linkTo(KAI, 'invitation')
    await portal.query(`select send_email_change('${KAI}', 'new@example.org')`)
    const token = await portal.linkTo('new@example.org', 'change_email')
    await confirmEmailChange(portal.deps, { token }, stranger())
    expect(await invite('new@example.org')).toMatchObject([{ outcome: 'invited again' }])
    expect(await accept(first)).toEqual(NOT_GOOD)
    const second = await portal.linkTo('new@example.org', 'invitation')
    expect(await accept(second)).toMatchObject({ ok: true })
    expect(await invite('new@example.org')).toMatchObject([{ outcome: 'already a member' }])
  })

  test('is sent to a pending person with a confirmed address but no password', async () => {
    await invite(KAI)
    await portal.decide(KAI, 'pending')
    await portal.query('update users set email_confirmed_at = now(); delete from outbox')
    expect(await invite(KAI)).toMatchObject([{ outcome: 'invited again' }])
    expect(await accept()).toMatchObject({ ok: true })
  })

  test.each([
    ['13 days 23 hours', true],
    ['14 days 1 minute', false],
  ])('works for fourteen days: after %s %s', async (age, works) => {
    await invite(KAI)
    await portal.query(`update email_tokens set expires_at = expires_at - $1::interval`, [age])
    expect((await accept()).ok).toBe(works)
  })

  test('can be accepted with ‘Forgot password?’', async () => {
    await invite(KAI)
    await requestPasswordReset(portal.deps, { email: email(KAI) }, stranger())
    expect(await accept(await portal.linkTo(KAI, 'reset_password'))).toMatchObject({
      ok: true,
      isSignedIn: false,
    })
    expect(await portal.signIn(KAI, NEW)).toMatchObject({ ok: true })
    expect(await accept()).toEqual(NOT_GOOD)
    expect(await state()).toBe('joined')
  })

  test.each(['denied', 'pending'])('doesn’t work for a person who is %s', async (status) => {
    await invite(KAI)
    await portal.decide(KAI, status)
    const token = await portal.linkTo(KAI, 'invitation')
    const opened = () => readPasswordLink(portal.deps, { token }, { sessionToken: null })
    expect([await opened(), await accept(token)]).toEqual([{ email: null, isSignedIn: false }, NOT_GOOD])
    expect(await portal.account(KAI)).toMatchObject({ passwordHash: null, isConfirmed: false })
    await portal.decide(KAI, 'approved')
    expect(await opened()).toMatchObject({ email: KAI })
    expect(await accept(token)).toMatchObject({ ok: true })
  })

  test('can be revoked until its person accepts it', async () => {
    await invite(KAI, 'noe@example.org')
    await accept()
    await portal.signUp('leilani@example.org')
    const revoked = await portal.query('select email, outcome from revoke_invitation($1, $2)', [
      [KAI, 'noe@example.org', 'leilani@example.org'],
      'Kala',
    ])
    expect(revoked).toEqual([
      { email: KAI, outcome: 'already joined' },
      { email: 'noe@example.org', outcome: 'revoked' },
      { email: 'leilani@example.org', outcome: 'not invited' },
    ])
    expect(await portal.account('noe@example.org')).toBeNull()
    expect(await portal.mailsTo('noe@example.org')).toEqual([])
    expect(await portal.signIn(KAI, NEW)).toMatchObject({ ok: true })
    expect(
      await portal.query('select actor, to_status from approval_events order by id desc limit 1'),
    ).toEqual([{ actor: 'Kala', to_status: 'deleted' }])
  })

  test('is shown as waiting, expired or joined', async () => {
    await invite(KAI)
    expect(await state()).toBe('waiting')
    await portal.query(`update invitations set expires_at = now()`)
    expect(await state()).toBe('link expired')
    await accept()
    expect(await state()).toBe('joined')
    const [report] = await portal.query('select invited_by, invitation from people where email = $1', [KAI])
    expect(report).toEqual({ invited_by: 'Noa', invitation: 'joined' })
  })

  test('for a list invites nobody if one row is wrong', async () => {
    const wrong = { 'not an address': 'Noe', 'noe@example.org': 'x'.repeat(101) }
    for (const [email, name] of Object.entries(wrong)) {
      const people = JSON.stringify([{ email: KAI }, { email, name }])
      await expect(portal.query('select invite($1)', [people])).rejects.toThrow(/violates check constraint/)
      expect(await portal.query('select from users')).toEqual([])
    }
  })

  function invite(...addresses: string[]) {
    const people = JSON.stringify(addresses.map((address) => ({ email: address, name: 'Kai' })))
    return portal.query('select * from invite($1, $2)', [people, 'Noa'])
  }

  async function accept(token?: string) {
    const link = token ?? (await portal.linkTo(KAI, 'invitation'))
    return resetPassword(portal.deps, { token: link, password: NEW }, stranger())
  }

  async function state() {
    const [row] = await portal.query<{ state: string }>('select invitation as state from people')
    return row?.state
  }
})

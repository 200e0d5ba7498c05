import { beforeEach, describe, expect, test } from 'vitest'
import { decideAsAdmin, listWaiting, readDecisionLink, undoAsAdmin } from '#src/server/approvals/decisions.ts'
import { DECISION_LINK_SECONDS } from '#src/server/lifetimes.ts'
import { createDecisionLinks } from '#src/server/outbox/outbox.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { newToken } from '#src/server/tokens.ts'
import { onPortal } from '../support/portal.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const TOO_LATE = { ok: false, code: 'too_late_to_undo' }
const NOT_GOOD = { ok: false, code: 'keep_link_invalid' }

onPortal('an administrator who is a member', (portal) => {
  let admin: SignedIn
  let token: string
  beforeEach(async () => {
    await portal.clear()
    await portal.member(NOE)
    await portal.query('select * from set_admins(array[$1], true)', [NOE])
    admin = await portal.signedIn(NOE)
    const applicant = await portal.signUp(KAI)
    await portal.query('update users set email_confirmed_at = now() where email = $1', [applicant.email])
    token = await link(KAI)
  })

  test('an administrator reads who it is and how it stands, as often as they like, and nothing changes', async () => {
    const before = await portal.query('select * from links')
    const applicant = {
      email: KAI,
      fullName: 'Leilani',
      emailConfirmed: true,
      signedUpAt: expect.any(Date) as Date,
      approvalStatus: 'pending',
      decidedBy: null,
    }
    for (let n = 0; n < 3; n++) expect(await read()).toEqual({ ok: true, applicant })
    expect(await portal.query('select * from links')).toEqual(before)
    expect(await status()).toBe('pending')
  })

  test.each(['approved', 'denied'] as const)(
    '%s is recorded under their own address, the member gets a mail, and the link says so from then on',
    async (verdict) => {
      expect(await decide({ verdict })).toEqual({ ok: true, decided: verdict })
      expect(await status()).toBe(verdict)
      expect(await read()).toMatchObject({ ok: true, applicant: { approvalStatus: verdict, decidedBy: NOE } })
      const [event] = await portal.query(
        'select actor, to_status from approval_events order by id desc limit 1',
      )
      expect(event).toEqual({ actor: NOE, to_status: verdict })
      expect(
        await portal.query(`select from outbox where kind = 'membership_decided' and user_id =
        (select id from users where email = '${KAI}')`),
      ).toHaveLength(1)
    },
  )

  test('decides about a person once; a decision spends every link about them', async () => {
    const second = await link(KAI)
    const results = await Promise.all([decide(), decide({ verdict: 'denied' }), decide()])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await portal.query('select * from undo_decisions(array[$1])', [KAI])
    for (const each of [token, second]) expect(await read(each)).toEqual(NOT_GOOD)
    expect(await status()).toBe('pending')
  })

  test('lists everyone who waits, decides with a reason and takes it back while the email waits', async () => {
    const waiting = { email: KAI, fullName: 'Leilani', emailConfirmed: true }
    expect(await listWaiting(portal.deps, admin)).toMatchObject([waiting])
    expect(await decide({ verdict: 'denied', reason: 'Not in this cohort' })).toMatchObject({ ok: true })
    expect(await listWaiting(portal.deps, admin)).toEqual([])
    expect(await portal.query('select reason from approval_events')).toContainEqual({
      reason: 'Not in this cohort',
    })
    const unsent = `select next_attempt_at > now() + interval '50 s' as waits from outbox where kind = 'membership_decided'
      and user_id = (select id from users where email = '${KAI}')`
    expect(await portal.query(unsent)).toEqual([{ waits: true }])
    expect(await undoAsAdmin(portal.deps, admin, KAI)).toEqual({ ok: true })
    expect(await status()).toBe('pending')
    expect(await undoAsAdmin(portal.deps, admin, KAI)).toEqual(TOO_LATE)
  })

  test('takes nothing back once the email is on its way, nor what another administrator decided', async () => {
    await decide()
    await portal.query(`update outbox set locked_until = now() + interval '1 minute'`)
    expect(await undoAsAdmin(portal.deps, admin, KAI)).toEqual(TOO_LATE)
    await portal.query('update outbox set locked_until = null')
    const other = await portal.member('other@example.org')
    await portal.query('select * from set_admins(array[$1], true)', ['other@example.org'])
    expect(await undoAsAdmin(portal.deps, other, KAI)).toEqual(TOO_LATE)
    expect(await status()).toBe('approved')
  })

  test('a person whom another administrator decided about stays so, and the page names them', async () => {
    await portal.query('select * from decide_membership($1, $2, null, $3)', [KAI, 'denied', 'Leilani'])
    expect(await decide()).toEqual({ ok: false, code: 'decided_meanwhile' })
    expect(await status()).toBe('denied')
    expect(await read()).toMatchObject({ applicant: { approvalStatus: 'denied', decidedBy: 'Leilani' } })
  })

  test('an address that is not confirmed can be denied, and is approved only by a page that said so', async () => {
    await portal.query('update users set email_confirmed_at = null where email = $1', [KAI])
    expect(await decide()).toEqual(NOT_GOOD)
    expect(await status()).toBe('pending')
    expect(await decide({ evenUnconfirmed: true })).toMatchObject({ ok: true })
    const second = await portal.signUp('leilani@example.org')
    expect(await decide({ email: second.email, verdict: 'denied' })).toMatchObject({ ok: true })
  })

  describe('refuses', () => {
    test('to a member who is no administrator, or is none any more', async () => {
      const member = await portal.member('member@example.org')
      await refused(member)
      // Not even with an outdated session object.
      await refused({ ...member, member: { ...member.member, isAdmin: true } })
      await portal.query('select * from set_admins(array[$1], false)', [NOE])
      await refused(admin)
    })

    test.each(['denied', 'pending'])('to an administrator who became %s', async (verdict) => {
      await portal.query('select * from decide_membership($1, $2)', [NOE, verdict])
      await refused(admin)
    })

    test('with a session that has ended', async () => {
      await portal.query(`update sessions set expires_at = now()`)
      await refused(admin)
      await portal.query('delete from sessions')
      await refused(admin)
    })

    test('a link after seven days, and one that never was', async () => {
      for (const made of ['', 'x', newToken().token]) expect(await read(made)).toEqual(NOT_GOOD)
      await portal.query(`update links set expires_at = now()`)
      expect(await read()).toEqual(NOT_GOOD)
      expect(DECISION_LINK_SECONDS).toBe(7 * 86_400)
    })
  })

  test('while no approved member is an administrator there are no links', async () => {
    await portal.query('delete from links; select * from decide_membership($$noe@example.org$$, $$denied$$)')
    await portal.member('member@example.org')
    expect((await createDecisionLinks(portal.deps.sql, [KAI])).size).toBe(0)
    expect(await portal.query('select from links')).toEqual([])
  })

  async function link(email: string): Promise<string> {
    return (await createDecisionLinks(portal.deps.sql, [email])).get(email) ?? ''
  }

  function read(which = token, who = admin) {
    return readDecisionLink(portal.deps, who, which)
  }

  function decide(form: Partial<Parameters<typeof decideAsAdmin>[2]> = {}, who = admin) {
    const plain = { email: KAI, reason: '', verdict: 'approved', evenUnconfirmed: false } as const
    return decideAsAdmin(portal.deps, who, { ...plain, ...form })
  }

  async function refused(who: SignedIn): Promise<void> {
    expect(await read(token, who)).toEqual(NOT_GOOD)
    expect(await decide({ evenUnconfirmed: true }, who)).toEqual(NOT_GOOD)
    expect(await listWaiting(portal.deps, who)).toEqual([])
    expect(await undoAsAdmin(portal.deps, who, KAI)).toEqual(TOO_LATE)
    expect(await status()).toBe('pending')
  }

  async function status() {
    return (await portal.account(KAI))?.status
  }
})

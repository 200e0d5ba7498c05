import { beforeEach, describe, expect, test } from 'vitest'
import { decideAsAdmin, findApplicant, listWaiting, undoAsAdmin } from '#src/server/approvals/decisions.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { onPortal } from '../support/portal.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const TOO_LATE = { ok: false, code: 'too_late_to_undo' }
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
    const applicant = {
      id: kai,
      email: KAI,
      fullName: 'Leilani',
      emailConfirmed: false,
      signedUpAt: expect.any(Date) as Date,
      approvalStatus: 'pending',
      decidedBy: null,
      decidedAt: null,
      canUndo: false,
    }
    expect(await read()).toEqual({ ok: true, applicant })
    expect(await listWaiting(portal.deps, admin)).toEqual([applicant])
    expect(await read('no-such-id')).toEqual(GONE)
    expect(await status()).toBe('pending')
  })

  test.each(['approved', 'denied'] as const)('records "%s" under their own address', async (verdict) => {
    expect(await decide({ verdict, reason: 'Not in this cohort' })).toEqual({ ok: true })
    expect(await status()).toBe(verdict)
    expect(await listWaiting(portal.deps, admin)).toEqual([])
    expect(await read()).toMatchObject({
      applicant: {
        approvalStatus: verdict,
        decidedBy: NOE,
        decidedAt: expect.any(Date) as Date,
        canUndo: true,
      },
    })
    const history = 'select to_status, actor, reason from decision_history($1)'
    expect(await portal.query(history, [KAI])).toEqual([
      { to_status: verdict, actor: NOE, reason: 'Not in this cohort' },
    ])
  })

  test('decides about a person once, whoever asks', async () => {
    const results = await Promise.all([decide(), decide({ verdict: 'denied' }), decide()])
    expect(results.filter(({ ok }) => !ok)).toEqual(Array(2).fill({ ok: false, code: 'decided_meanwhile' }))
    await portal.decide(KAI, 'denied')
    expect(await decide()).toEqual({ ok: false, code: 'decided_meanwhile' })
    expect(await status()).toBe('denied')
  })

  test('undoes a decision while its email waits, for a minute', async () => {
    await decide()
    const unsent = `select next_attempt_at > now() + interval '50 s' as waits from outbox
      where kind = 'membership_decided' and user_id = $1`
    expect(await portal.query(unsent, [kai])).toEqual([{ waits: true }])
    expect(await undo()).toEqual({ ok: true })
    expect(await status()).toBe('pending')
    expect(await undo()).toEqual(TOO_LATE)
  })

  test("undoes no decision whose email is on its way, nor another administrator's", async () => {
    await decide()
    await portal.query(`update outbox set locked_until = now() + interval '1 minute'`)
    expect(await undo()).toEqual(TOO_LATE)
    await portal.query('update outbox set locked_until = null')
    const other = await administrator('other@example.org')
    expect(await read(kai, other)).toMatchObject({ applicant: { canUndo: false } })
    expect(await undo(other)).toEqual(TOO_LATE)
    expect(await status()).toBe('approved')
  })

  describe('sees and changes nothing', () => {
    test('as a member who is no administrator, or is none any more', async () => {
      const member = await portal.member('member@example.org')
      // An outdated session object doesn't help.
      await refused({ ...member, member: { ...member.member, isAdmin: true } })
      await portal.query('select * from set_admins(array[$1], false)', [NOE])
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
    await portal.query('select * from set_admins(array[$1], true)', [email])
    return member
  }

  function read(id = kai, who = admin) {
    return findApplicant(portal.deps, who, id)
  }

  function decide(form: Partial<Parameters<typeof decideAsAdmin>[2]> = {}, who = admin) {
    return decideAsAdmin(portal.deps, who, { id: kai, reason: '', verdict: 'approved', ...form })
  }

  function undo(who = admin) {
    return undoAsAdmin(portal.deps, who, kai)
  }

  async function refused(who: SignedIn): Promise<void> {
    expect(await read(kai, who)).toEqual(GONE)
    expect(await decide({}, who)).toEqual(GONE)
    expect(await listWaiting(portal.deps, who)).toEqual([])
    expect(await undo(who)).toEqual(TOO_LATE)
    expect(await status()).toBe('pending')
  }

  async function status() {
    return (await portal.account(KAI))?.status
  }
})

import { beforeEach, describe, expect, test } from 'vitest'
import { decideByLink, readDecisionLink } from '#src/server/approvals/decision-links.ts'
import { DECISION_LINK_SECONDS } from '#src/server/lifetimes.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/limits.ts'
import { takeAttempt } from '#src/server/limits/rate-limits.ts'
import { linkDecisions } from '#src/server/outbox/outbox.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { newToken, sha256Hex } from '#src/server/tokens.ts'
import { onPortal } from '../support/portal.ts'

const NOE = 'noe@example.org'
const KAI = 'kai@example.org'
const NOT_GOOD = { ok: false, code: 'keep_link_invalid' }

onPortal('deciding with the link of a notice', (portal) => {
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
      approvalStatus: 'pending',
      decidedBy: null,
    }
    for (let n = 0; n < 3; n++) expect(await read()).toEqual({ ok: true, applicant })
    expect(await portal.query('select * from links')).toEqual(before)
    expect(await status()).toBe('pending')
  })

  test.each(['approved', 'denied'] as const)(
    '%s is recorded under their own address, the member is told, and the link says so from then on',
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

  test('a person is decided about once, whichever of their links is used', async () => {
    const second = await link(KAI)
    const results = await Promise.all([decide(), decide({ verdict: 'denied' }), decide({ token: second })])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const verdict = await status()
    await portal.query('select * from undo_decisions(array[$1])', [KAI])
    for (const each of [token, second]) {
      expect(await decide({ token: each })).toEqual(NOT_GOOD)
      expect(await read(each)).toEqual(NOT_GOOD)
    }
    expect([verdict, await status()]).toEqual([expect.stringMatching('approved|denied') as string, 'pending'])
  })

  test('whom somebody has decided about meanwhile stays so, and the page can say by whom', async () => {
    await portal.query('select * from decide_membership($1, $2, null, $3)', [KAI, 'denied', 'Leilani'])
    expect(await decide()).toEqual({ ok: false, code: 'decided_meanwhile' })
    expect(await status()).toBe('denied')
    expect(await read()).toMatchObject({ applicant: { approvalStatus: 'denied', decidedBy: 'Leilani' } })
  })

  test('a decision made elsewhere and taken back spends the link', async () => {
    await portal.query('select * from decide_memberships(array[$1], $2)', [KAI, 'denied'])
    await portal.query('select * from undo_decisions(array[$1])', [KAI])
    expect(await decide()).toEqual(NOT_GOOD)
    expect(await read()).toEqual(NOT_GOOD)
  })

  test('an administrator decides so often and no oftener', async () => {
    for (let n = 0; n < DECISIONS_PER_MEMBER.allowed; n++)
      await takeAttempt(portal.deps.sql, DECISIONS_PER_MEMBER, admin.member.id)
    expect(await decide()).toMatchObject({ code: 'too_many_attempts' })
    expect(await status()).toBe('pending')
  })

  test('an address that is not confirmed can be denied, and is approved only by a page that said so', async () => {
    await portal.query('update users set email_confirmed_at = null where email = $1', [KAI])
    expect(await decide()).toEqual(NOT_GOOD)
    expect(await status()).toBe('pending')
    expect(await decide({ evenUnconfirmed: true })).toMatchObject({ ok: true })
    const second = await portal.signUp('leilani@example.org')
    expect(await decide({ token: await link(second.email), verdict: 'denied' })).toMatchObject({ ok: true })
  })

  describe('a link is no good', () => {
    test('to a member who is no administrator, or is none any more', async () => {
      const member = await portal.member('member@example.org')
      await refused(member)
      // What the session said a moment ago does not count.
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

    test('after seven days, or when it never was', async () => {
      for (const made of ['', 'x', newToken().token]) expect(await decide({ token: made })).toEqual(NOT_GOOD)
      await portal.query(`update links set expires_at = now()`)
      await refused(admin)
      expect(DECISION_LINK_SECONDS).toBe(7 * 86_400)
    })

    test('for another verdict than the two', async () => {
      const [row] = await portal.query('select decide_by_link($1, $2, $3, true) as outcome', [
        sha256Hex(token),
        sha256Hex(admin.token),
        'pending',
      ])
      expect(row).toEqual({ outcome: null })
    })
  })

  test('while no approved member is an administrator there are no links', async () => {
    await portal.query('delete from links; select * from decide_membership($$noe@example.org$$, $$denied$$)')
    await portal.member('member@example.org')
    expect((await linkDecisions(portal.deps.sql, [KAI])).size).toBe(0)
    expect(await portal.query('select from links')).toEqual([])
  })

  async function link(email: string): Promise<string> {
    return (await linkDecisions(portal.deps.sql, [email])).get(email) ?? ''
  }

  function read(which = token, who = admin) {
    return readDecisionLink(portal.deps, who, which)
  }

  function decide(form: Partial<Parameters<typeof decideByLink>[2]> = {}, who = admin) {
    return decideByLink(portal.deps, who, { token, verdict: 'approved', evenUnconfirmed: false, ...form })
  }

  async function refused(who: SignedIn): Promise<void> {
    expect(await read(token, who)).toEqual(NOT_GOOD)
    expect(await decide({ evenUnconfirmed: true }, who)).toEqual(NOT_GOOD)
    expect(await status()).toBe('pending')
  }

  async function status() {
    return (await portal.account(KAI))?.status
  }
})

import { beforeEach, describe, expect, test } from 'vitest'
import { addFeed, endFeeds, findFeedReader, readFeeds } from '#src/server/calendar/feeds.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import { exportData, updateProfile } from '#src/server/members/my-data.ts'
import { requireMember, type SignedIn } from '#src/server/sessions/require-member.ts'
import { endOtherSessions, endSession, listSessions } from '#src/server/sessions/sessions.ts'
import { rememberBrowser } from '#src/server/sign-in/sign-in.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import { ProfileForm } from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import type { Deps } from '#src/server/vendors/ports.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { plainMember } from '../fakes/member.ts'
import { email, FIREFOX, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'
const NEW = 'aloha ahiahi'

onPortal('a member’s account', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await portal.member(LEILANI)
  })

  describe('the profile', () => {
    test('takes any name', async () => {
      const fullName = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'
      const { id } = leilani.member
      const viewer = viewerOf({ ...plainMember, id, email: LEILANI, fullName })
      expect(await update(ProfileForm.parse({ fullName: ` ${fullName}\n` }))).toEqual({
        ...viewer,
        memberSince: expect.any(Number) as number,
      })
      expect(await requireMember(portal.deps, leilani.token)).toMatchObject({
        signedIn: { member: { fullName } },
      })
    })

    test('keeps what another browser saved in a field that a form didn’t change', async () => {
      await update(ProfileForm.parse({ fullName: 'Leilani Akana' }))
      expect(await update(ProfileForm.parse({}))).toMatchObject({ fullName: 'Leilani Akana' })
      expect(await portal.query('select full_name from members')).toEqual([{ full_name: 'Leilani Akana' }])
    })

    test.each(['pending', 'denied'])('can’t be changed by a member who became %s', async (status) => {
      await portal.decide(LEILANI, status)
      expect(await update(ProfileForm.parse({ fullName: 'Another' }))).toMatchObject({ ok: false })
      expect(await portal.query('select full_name from members')).toEqual([{ full_name: 'Leilani' }])
    })

    const update = (form: ProfileForm) => updateProfile(portal.deps, leilani, form)
  })

  describe('a new password', () => {
    test('ends all sessions but a new one in this browser', async () => {
      const phone = await portal.signedIn(LEILANI)
      const result = await change()
      const renewed = result.ok ? result.cookies.session.value : ''
      expect(await areSignedIn([phone.token, leilani.token, renewed])).toEqual([false, false, true])
    })

    test('makes this browser a known one', async () => {
      const result = await change()
      const device = result.ok ? (result.cookies.device?.value ?? '') : ''
      expect(await portal.isKnownBrowser(device, LEILANI)).toBe(true)
    })

    test.each([
      ['typed after the old one', (who: SignedIn) => changePassword(portal.deps, who, form, browser)],
      [
        'set by a mailed link',
        async ({ member }: SignedIn) =>
          resetPassword(portal.deps, { token: await resetLink(member.email), password: NEW }, stranger()),
      ],
    ])('that is %s revokes all other access to the account', async (_, set) => {
      const kai = await portal.member(KAI)
      const [leilanis, kais] = [await equip(leilani), await equip(kai)]

      expect(await set(kai)).toMatchObject({ ok: true })
      const here = { known: true, linked: true, subscribed: true, signedIn: true }
      expect(await leilanis()).toEqual({ ...here, password: fastHash(PASSWORD), mails: 0 })
      const gone = { known: false, linked: false, subscribed: false, signedIn: false }
      expect(await kais()).toEqual({ ...gone, password: fastHash(NEW), mails: 1 })

      expect(await set(leilani)).toMatchObject({ ok: true })
      expect(await leilanis()).toEqual({ ...gone, password: fastHash(NEW), mails: 1 })
    })

    /** Gives a member all that a new password ends. @returns a function that lists what is left. */
    async function equip({ member, token }: SignedIn) {
      const address = email(member.email)
      const device = await rememberBrowser(portal.deps.sql, member.id)
      await addFeed(portal.deps, { member, token })
      const link = sha256Hex(await resetLink(address))
      const open = 'select from email_tokens where token_hash = $1'
      return async () => ({
        known: await portal.isKnownBrowser(device.value, address),
        linked: (await portal.query(open, [link])).length > 0,
        subscribed: (await readFeeds(portal.deps, { member, token })).count > 0,
        signedIn: (await areSignedIn([token]))[0],
        password: (await portal.account(address))?.passwordHash,
        mails: (await portal.mailsTo(address)).filter((kind) => kind === 'password_changed').length,
      })
    }

    test('is refused if it is the current one', async () => {
      const same = { ...form, newPassword: PASSWORD }
      expect(await changePassword(portal.deps, leilani, same, browser)).toMatchObject({
        code: 'password_unchanged',
      })
      expect(await areSignedIn([leilani.token])).toEqual([true])
    })

    test('is refused after five wrong current passwords', async () => {
      const codes = []
      for (let n = 0; n < 6; n++) {
        const result = await change('not the password')
        codes.push(result.ok ? 'ok' : result.code)
      }
      expect(codes).toEqual([...Array<string>(5).fill('current_password_wrong'), 'too_many_attempts'])
      expect(await areSignedIn([leilani.token])).toEqual([true])
    })

    const form = { currentPassword: PASSWORD, newPassword: NEW }
    const browser = { userAgent: FIREFOX, address: '198.18.7.9' }

    function change(currentPassword = PASSWORD, deps: Deps = portal.deps) {
      return changePassword(deps, leilani, { ...form, currentPassword }, browser)
    }

    async function resetLink(address: string): Promise<string> {
      await requestPasswordReset(portal.deps, { email: email(address) }, stranger())
      return portal.linkTo(address, 'reset_password')
    }
  })

  describe('the list of sessions', () => {
    test('shows the browser of each', async () => {
      await portal.signedIn(LEILANI)
      const device = { browser: 'Firefox', system: 'macOS' }
      expect(await listSessions(portal.deps, leilani)).toMatchObject([
        { current: true, device },
        { current: false, device },
      ])
    })

    test('shows no secret', async () => {
      const list = await listSessions(portal.deps, leilani)
      const secrets = await portal.query<{ id: string }>('select id from sessions')
      for (const secret of [leilani.token, ...secrets.map(({ id }) => id)]) {
        expect(JSON.stringify(list)).not.toContain(secret)
      }
    })

    test('ends one session for its member alone', async () => {
      const [phone, kai] = [await portal.signedIn(LEILANI), await portal.member(KAI)]
      const [, other] = await listSessions(portal.deps, leilani)
      await endSession(portal.deps, kai, { id: other?.id ?? '' })
      expect(await areSignedIn([phone.token])).toEqual([true])
      await endSession(portal.deps, leilani, { id: other?.id ?? '' })
      expect(await areSignedIn([phone.token])).toEqual([false])
    })

    test('ends the member’s other sessions', async () => {
      const [laptop, kai] = [await portal.signedIn(LEILANI), await portal.member(KAI)]
      await endOtherSessions(portal.deps, leilani)
      expect(await areSignedIn([leilani.token, laptop.token, kai.token])).toEqual([true, false, true])
    })
  })

  describe('the calendar link', () => {
    test('is stored as a hash', async () => {
      const token = await addFeed(portal.deps, leilani)
      expect(JSON.stringify(await portal.query('select * from calendar_feeds'))).not.toContain(token)
    })

    test('is in no export', async () => {
      const token = await addFeed(portal.deps, leilani)
      const [row] = await portal.query<{ hash: string }>('select token_hash as hash from calendar_feeds')
      const data = JSON.stringify(await exportData(portal.deps, leilani))
      expect(data).toContain('calendar_feeds')
      for (const secret of [token, row?.hash ?? '']) expect(data).not.toContain(secret)
    })

    test('revokes the oldest when an eleventh is made', async () => {
      const links = []
      for (let n = 0; n < 11; n++) links.push(await addFeed(portal.deps, leilani))
      expect(await Promise.all(links.slice(0, 2).map(find))).toEqual([false, true])
    })

    test('stops working when its member revokes all links', async () => {
      const own = await addFeed(portal.deps, leilani)
      const theirs = await addFeed(portal.deps, await portal.member(KAI))
      for (let n = 0; n < 2; n++) await endFeeds(portal.deps, leilani)
      expect([await find(own), await find(theirs)]).toEqual([false, true])
    })

    test.each(['denied', 'pending', 'approved'])(
      'works only while its member is approved: %s',
      async (status) => {
        const link = await addFeed(portal.deps, leilani)
        await portal.decide(LEILANI, 'denied')
        await portal.decide(LEILANI, status)
        expect(await find(link)).toBe(status === 'approved')
      },
    )

    const find = async (token: string) => (await findFeedReader(portal.deps.sql, token)) !== null
  })

  async function areSignedIn(tokens: string[]): Promise<boolean[]> {
    return Promise.all(tokens.map(async (token) => (await requireMember(portal.deps, token)).ok))
  }
})

import { beforeEach, expect, test } from 'vitest'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { errorText } from '#src/shared/errors.ts'
import { SignUpForm } from '#src/shared/forms.ts'
import { awayFor } from '../support/failing-sql.ts'
import { onPortal, PASSWORD, stranger } from '../support/portal.ts'

const RACERS = 20
const LEILANI = 'leilani@example.org'

onPortal('signing up', (portal) => {
  beforeEach(() => portal.clear())

  test('makes an account that waits for approval, with one link to confirm it and one word to other systems', async () => {
    const fullName = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'
    expect(await register({ fullName })).toMatchObject({
      ok: true,
      browserCookie: { name: '__Host-sign-up' },
    })
    expect(await portal.account(LEILANI)).toMatchObject({ status: 'pending', isConfirmed: false })
    expect(await portal.query('select full_name from profiles')).toEqual([{ full_name: fullName }])
    expect(await portal.mailsTo(LEILANI)).toEqual(['confirm_email', 'user_registered'])
    expect(await portal.signIn(LEILANI)).toEqual({ ok: false, code: 'account_pending' })
    expect(await portal.query('select id from sessions')).toEqual([])
  })

  test('with a taken e-mail is told so; the account keeps its password, and nothing more is sent', async () => {
    await register()
    const result = await register({ password: 'another password' })
    expect(result.ok ? '' : errorText[result.code]).toBe(
      'An account with this email already exists. Please sign in instead.',
    )
    expect(await portal.signIn(LEILANI)).toEqual({ ok: false, code: 'account_pending' })
    expect(await portal.mailsTo(LEILANI)).toEqual(['confirm_email', 'user_registered'])
  })

  test('twenty times at once with one e-mail makes one account', async () => {
    const results = await Promise.all(Array.from({ length: RACERS }, () => register()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.code === 'email_taken')).toHaveLength(RACERS - 1)
    expect(await portal.query('select approval_status from profiles')).toHaveLength(1)
  })

  test('is an outage where nothing can be written, never a taken e-mail', async () => {
    const form = SignUpForm.parse({ email: LEILANI, password: PASSWORD })
    const deps = { ...portal.deps, sql: awayFor('sign_up', portal.deps.sql) }
    await expect(signUp(deps, form, stranger())).rejects.toThrow('away')
  })

  test('by a program that fills in the hidden field looks like any other, and leaves nothing', async () => {
    expect(await register({ website: 'x' })).toMatchObject({
      ok: true,
      browserCookie: { name: '__Host-sign-up' },
    })
    expect(await portal.account(LEILANI)).toBeNull()
  })

  test('with a name of more than a hundred characters is refused', () => {
    const form = (fullName: string) => SignUpForm.safeParse({ email: LEILANI, password: PASSWORD, fullName })
    expect(form('🌺'.repeat(100)).success).toBe(true)
    expect(form('a'.repeat(101)).error?.issues[0]?.message).toBe(errorText.name_too_long)
  })

  function register(fields: object = {}) {
    const form = SignUpForm.parse({ email: LEILANI, password: PASSWORD, ...fields })
    return signUp(portal.deps, form, stranger())
  }
})

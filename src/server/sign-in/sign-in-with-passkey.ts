import type { Email } from '#src/shared/people/person.ts'
import { PASSKEY_CHALLENGES_PER_NETWORK } from '../limits/attempt-limits.ts'
import { networkOf } from '../limits/network.ts'
import { countAttempt, recordPasswordAttempt } from '../limits/rate-limits.ts'
import { passkeyRefused, storeChallenge, verifyUse } from '../passkeys/challenges.ts'
import { findPasskey, type PasskeyInput } from '../passkeys/passkeys.ts'
import type { Deps } from '../vendors/ports.ts'
import { beginAttempt, type Browser, replaceSession } from './sign-in.ts'

const SIGN_IN = { purpose: 'sign_in', memberId: null } as const

/** The same for everyone, so that nobody learns who has a passkey. */
export async function startPasskeySignIn(
  { sql, passkeys }: Pick<Deps, 'sql' | 'passkeys'>,
  _input: undefined,
  { address }: Pick<Browser, 'address'>,
) {
  const permit = await countAttempt(sql, PASSKEY_CHALLENGES_PER_NETWORK, networkOf(address))
  return permit.ok ? storeChallenge(sql, SIGN_IN, await passkeys.requestOptions()) : permit
}

/** As `signIn`, under the same limits. Every passkey that proves nothing gets the same response. */
export async function signInWithPasskey(
  deps: Pick<Deps, 'sql' | 'passkeys' | 'sessions'>,
  { response }: PasskeyInput,
  browser: Browser,
) {
  const { sql, sessions } = deps
  const passkey = await findPasskey(sql, response.id)
  const { account, isKnownBrowser, counted, permit } = await beginAttempt(
    sql,
    (passkey?.email ?? '') as Email,
    browser,
  )
  if (!permit.ok) return permit
  const use = await verifyUse(deps, SIGN_IN, response, passkey)
  const settled = await recordPasswordAttempt(sql, counted, use.ok)
  if (!settled.ok) return settled
  if (!use.ok) return use
  if (!account) return passkeyRefused
  if (account.status !== 'approved') return { ok: false, code: `account_${account.status}` } as const
  const cookies = await replaceSession(deps, { account, isKnownBrowser }, browser, () =>
    sessions.startWithPasskey({ id: response.id, counter: use.counter }, browser.userAgent),
  )
  return cookies ? ({ ok: true, cookies } as const) : passkeyRefused
}

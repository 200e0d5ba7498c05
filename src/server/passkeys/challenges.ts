import { sha256Hex } from '../tokens.ts'
import type { Deps, PasskeyResponse, Sql, StoredPasskey } from '../vendors/ports.ts'

/** Stores the hash of what a passkey has to sign within five minutes. */
export async function storeChallenge<Options extends { challenge: string }>(
  sql: Sql,
  { purpose, memberId }: Ceremony,
  options: Options,
): Promise<Options> {
  await sql`SELECT create_passkey_challenge(${sha256Hex(options.challenge)}, ${purpose}, ${memberId})`
  return options
}

/** Uses the challenge of a response up. @returns it; null when it is unknown, old, used, or another ceremony's. */
export async function takeChallenge(
  { sql, passkeys }: Pick<Deps, 'sql' | 'passkeys'>,
  { purpose, memberId }: Ceremony,
  response: PasskeyResponse,
): Promise<string | null> {
  const challenge = await passkeys.challengeOf(response)
  if (challenge === null) return null
  const taken = await sql`
    DELETE FROM passkey_challenges
    WHERE token_hash = ${sha256Hex(challenge)} AND purpose = ${purpose} AND user_id IS NOT DISTINCT FROM ${memberId}
      AND expires_at > now()
    RETURNING 1`
  return taken.length > 0 ? challenge : null
}

/** @param passkey null when it is unknown, or not one that counts here. */
export async function verifyUse(
  deps: Pick<Deps, 'sql' | 'passkeys'>,
  ceremony: Ceremony,
  response: PasskeyResponse,
  passkey: StoredPasskey | null,
) {
  const challenge = await takeChallenge(deps, ceremony, response)
  if (challenge === null) return challengeGone
  const counter = passkey && (await deps.passkeys.verifyUse(response, passkey, challenge))
  return counter === null ? passkeyRefused : ({ ok: true, counter } as const)
}

export type Ceremony =
  { purpose: 'sign_in'; memberId: null } | { purpose: 'confirm' | 'add'; memberId: string }

/** Too old, or used before. */
export const challengeGone = { ok: false, code: 'passkey_expired' } as const

export const passkeyRefused = { ok: false, code: 'passkey_refused' } as const

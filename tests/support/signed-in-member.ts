import { cookieName } from '#src/server/cookies.ts'
import { newToken } from '#src/server/tokens.ts'
import { createArgon2 } from '#src/server/vendors/argon2.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from './query.ts'

export const PASSWORD = 'correct horse battery'

/**
 * Writes a member of any status, with a password and a live session, into a portal's database.
 *
 * @returns the session cookie as the value of a request header.
 */
export async function signedInMember(portal: PortalOfMember, member: NewMember): Promise<string> {
  const { email, password = PASSWORD, fullName = 'Leilani Kalākaua', status } = member
  const { token, hash } = newToken()
  await query(portal, WRITE, [email, await hashOf(password), fullName, status, hash])
  return `${cookieName('session', portal.siteUrl)}=${token}`
}

const WRITE = `
  with member as (insert into users (email, password_hash) values ($1, $2) returning id),
  profile as (insert into profiles (id, full_name, approval_status) select id, $3, $4 from member)
  insert into sessions (id, user_id, expires_at) select $5, id, now() + interval '30 days' from member`

/** Hashing is the slowest step, so each password is hashed once. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? createArgon2().hash(password)
  hashes.set(password, known)
  return known
}

const hashes = new Map<string, Promise<string>>()

/** Members of each status, all with a live session. */
export async function signInEach(portal: PortalOfMember): Promise<ReadonlyMap<Visitor, string>> {
  const cookies = new Map<Visitor, string>([
    ['forged', `${cookieName('session', portal.siteUrl)}=${'a'.repeat(64)}`],
  ])
  for (const who of ['approved', 'pending', 'denied', 'editor'] as const) {
    const status = who === 'editor' ? 'approved' : who
    const member = { email: `${who}@example.com`, fullName: FULL_NAME, status } as const
    cookies.set(who, await signedInMember(portal, member))
  }
  await query(
    portal,
    `update profiles set is_editor = true from users where users.id = profiles.id and email like 'editor@%'`,
  )
  return cookies
}

/** The name of each of these members. */
export const FULL_NAME = 'Kalākaua ʻŌhiʻa 張 🌺 </script>'

export type Visitor = 'signed out' | 'forged' | 'pending' | 'denied' | 'approved' | 'editor'

type PortalOfMember = Pick<Stack, 'databaseUrl' | 'siteUrl'>

interface NewMember {
  email: string
  password?: string
  /** null without a name. */
  fullName?: string | null
  status: 'pending' | 'approved' | 'denied'
}

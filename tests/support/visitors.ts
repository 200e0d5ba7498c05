import { query } from './query.ts'
import { signedInMember } from './signed-in-member.ts'

/** Members of each status, all with a live session. */
export async function signInEach(database: { databaseUrl: string }): Promise<ReadonlyMap<Visitor, string>> {
  const cookies = new Map<Visitor, string>([['forged', `__Host-session=${'a'.repeat(40)}`]])
  for (const who of ['approved', 'pending', 'denied', 'editor'] as const) {
    const status = who === 'editor' ? 'approved' : who
    const member = { email: `${who}@example.com`, fullName: FULL_NAME, status } as const
    cookies.set(who, await signedInMember(database, member))
  }
  await query(
    database,
    `update profiles set is_editor = true from users where users.id = profiles.id and email like 'editor@%'`,
  )
  return cookies
}

/** What everybody here is called. */
export const FULL_NAME = 'Kalākaua ʻŌhiʻa 張 🌺 </script>'

export type Visitor = 'signed out' | 'forged' | 'pending' | 'denied' | 'approved' | 'editor'

import type { Sessions } from '../vendors/ports.ts'

/** Ends all sessions of the member whose session this is; a session that is already gone is not an error. */
export async function signOut(deps: { sessions: Sessions }, token: string | null): Promise<void> {
  const session = token ? await deps.sessions.find(token) : null
  if (session) await deps.sessions.endAllOf(session.member.id)
}

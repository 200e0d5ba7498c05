import Bowser from 'bowser'
import * as z from 'zod/mini'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { SignedIn } from './require-member.ts'

/** A member's sessions. Each statement filters by the member, so other members' sessions can't be reached. */

export async function listSessions({ sql }: Pick<Deps, 'sql'>, { member, token }: SignedIn) {
  const rows = await sql`
    SELECT public_id AS id, user_agent AS "userAgent", id = ${sha256Hex(token)} AS current,
      created_at AS "createdAt", last_seen_at AS "lastSeenAt"
    FROM active_sessions
    WHERE user_id = ${member.id}
    ORDER BY current DESC, last_seen_at DESC, public_id`
  const sessions = z.array(SessionRow).parse(rows)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: readDevice(userAgent) }))
}

/** No effect for another member's session or an ended one. */
export async function endSession(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { id }: { id: string },
): Promise<void> {
  await sql`DELETE FROM sessions WHERE public_id = ${id} AND user_id = ${member.id}`
}

export async function endOtherSessions(
  { sql }: Pick<Deps, 'sql'>,
  { member, token }: SignedIn,
): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${member.id} AND id <> ${sha256Hex(token)}`
}

export async function saveTimeZone(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  zone: string | null,
): Promise<void> {
  await sql`UPDATE sessions SET time_zone = ${zone} WHERE id = ${sha256Hex(token)} AND time_zone IS DISTINCT FROM ${zone}`
}

export async function signOutEverywhere(
  { sessions }: Pick<Deps, 'sessions'>,
  token: string | null,
): Promise<void> {
  const session = token ? await sessions.find(token) : null
  if (session) await sessions.endAllOf(session.member.id)
}

const MAX_CHARACTERS = 512

export function readDevice(userAgent: string | null) {
  if (!userAgent || userAgent.length > MAX_CHARACTERS) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

const SessionRow = z.object({
  id: z.string(),
  userAgent: z.nullable(z.string()),
  createdAt: z.date(),
  /** Within 15 minutes. */
  lastSeenAt: z.date(),
  current: z.boolean(),
})

import Bowser from 'bowser'
import * as z from 'zod/mini'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import type { SignedIn } from './admit-member.ts'

/** Where a member is signed in. Each statement names the member, so another member's sessions are out of reach. */

/** This session first, then the last used. */
export async function listSessions(
  { sql }: Pick<Deps, 'sql'>,
  { member, token }: SignedIn,
): Promise<ListedSession[]> {
  const rows = await sql`
    SELECT public_id AS id, user_agent AS "userAgent", network, id = ${sha256Hex(token)} AS current,
      created_at AS "createdAt", last_seen_at AS "lastSeenAt"
    FROM sessions
    WHERE user_id = ${member.id} AND expires_at > now()
    ORDER BY current DESC, last_seen_at DESC, public_id`
  const sessions = z.array(SessionRow).parse(rows)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: readDevice(userAgent) }))
}

/** Does nothing for another member's session or one that is gone. */
export async function endSession(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  id: string,
): Promise<void> {
  await sql`DELETE FROM sessions WHERE public_id = ${id} AND user_id = ${member.id}`
}

export async function endOtherSessions(
  { sql }: Pick<Deps, 'sql'>,
  { member, token }: SignedIn,
): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${member.id} AND id <> ${sha256Hex(token)}`
}

/** Ends all sessions of the member whose session this is; a session that is already gone is not an error. */
export async function signOutEverywhere(
  { sessions }: Pick<Deps, 'sessions'>,
  token: string | null,
): Promise<void> {
  const session = token ? await sessions.find(token) : null
  if (session) await sessions.endAllOf(session.member.id)
}

/** Longer than what any browser calls itself; anything beyond is made up. */
const MAX_CHARACTERS = 512

/** What a person would call the browser and the system behind a user agent. */
function readDevice(userAgent: string | null): Device {
  if (!userAgent || userAgent.length > MAX_CHARACTERS) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

const SessionRow = z.object({
  /** Names the session to its member; it opens nothing. */
  id: z.string(),
  userAgent: z.nullable(z.string()),
  /** Where it began, as `coarseNetworkOf` says it; null where that is not known. */
  network: z.nullable(z.string()),
  createdAt: z.date(),
  /** To about a quarter of an hour. */
  lastSeenAt: z.date(),
  /** The one that asks. */
  current: z.boolean(),
})

export interface ListedSession extends Omit<z.output<typeof SessionRow>, 'userAgent'> {
  device: Device
}

/** null where the browser did not say, or is not known. */
interface Device {
  browser: string | null
  system: string | null
}

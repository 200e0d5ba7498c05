import { DAY_MS, SECOND_MS } from '#src/shared/units.ts'
import { BusyError } from '../auth/busy-error.ts'
import { UNKNOWN_SESSIONS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import type { Clock, FoundSession, Sessions } from '../vendors/ports.ts'
import { isSessionToken } from '../auth/session-token.ts'
import { createQueue } from '../queue.ts'
import { sha256Hex } from '../tokens.ts'
import { RecentCounts } from '../adapters/recent-counts.ts'
import { RecentKeys } from '../adapters/recent-keys.ts'

/** As many as keep the database's connections busy, and a line that is served within a second or so. */
const MEMBERS = { atOnce: 16, waiting: 256, longestWaitMs: 1500 }

/**
 * Few beside those of members, in the database too, and still a room of people after each deploy, when nobody is known.
 * The wait leaves time to a database that has to wake up first.
 */
const STRANGERS = { atOnce: 2, waiting: 64, longestWaitMs: 1500 }

/** For as long as the limit counts. */
const COUNTED_FOR_MS = UNKNOWN_SESSIONS_PER_NETWORK.seconds * SECOND_MS
const MOST_NETWORKS = 10_000

/** Far more members than one instance serves; 64 letters each. */
const MOST_FOUND = 10_000
const FOUND_FOR_MS = DAY_MS

/** Long enough for a browser or a script that repeats itself. */
const UNKNOWN_FOR_MS = 5000
const MOST_UNKNOWN = 10_000

/** Of those who come without an address nobody is told apart, so none is shut out for what another brought. */
const NOWHERE = ''

/**
 * The same sessions, looked up so that made-up ones keep no member waiting. Whoever was found here before goes before
 * strangers, in a lane of their own; strangers share a narrow one, each network in its turn. What is too much is
 * refused at once with a BusyError, and so are strangers of a network that brought many unknown tokens lately.
 *
 * Only "unknown" is ever answered from memory. No session that begins later can be refused by it: its token did not
 * exist when that was asked. A session that was found is asked for again each time: it may have ended.
 */
export function fairSessions(sessions: Sessions, clock: Clock): Sessions {
  const [members, strangers] = [createQueue(MEMBERS), createQueue(STRANGERS)]
  const found = new RecentKeys({ most: MOST_FOUND, forMs: FOUND_FOR_MS, clock })
  const unknown = new RecentKeys({ most: MOST_UNKNOWN, forMs: UNKNOWN_FOR_MS, clock })
  const unknownOf = new RecentCounts({ most: MOST_NETWORKS, forMs: COUNTED_FOR_MS, clock })
  const shut = new RecentKeys({ most: MOST_NETWORKS, forMs: COUNTED_FOR_MS, clock })

  async function lookUp(token: string, key: string): Promise<FoundSession | null> {
    const session = await sessions.find(token)
    if (session) found.add(key)
    else {
      found.delete(key)
      unknown.add(key)
    }
    return session
  }

  async function lookUpStranger(token: string, key: string, network: string): Promise<FoundSession | null> {
    // While this waited the same token may have been asked for.
    if (unknown.has(key)) return null
    const session = await lookUp(token, key)
    if (!session && network !== NOWHERE && unknownOf.add(network) > UNKNOWN_SESSIONS_PER_NETWORK.allowed) {
      shut.add(network)
    }
    return session
  }

  return {
    ...sessions,
    async find(token, address) {
      if (!isSessionToken(token)) return null
      const key = sha256Hex(token)
      if (unknown.has(key)) return null
      if (found.has(key)) return members(() => lookUp(token, key), key)

      const network = address ? networkOf(address) : NOWHERE
      if (shut.has(network)) throw new BusyError('Too many unknown sessions from one network.')
      return strangers(() => lookUpStranger(token, key, network), network)
    },
  }
}

import { DAY_MS, SECOND_MS } from '#src/shared/units.ts'
import { UNKNOWN_SESSIONS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { BusyError, createQueue } from '../queue.ts'
import { isSessionToken, sha256Hex } from '../tokens.ts'
import type { Clock, Sessions } from '../vendors/ports.ts'

/** As many as keep the database's connections busy, and a queue that is served within a second or so. */
const MEMBERS = { atOnce: 16, waiting: 256, longestWaitMs: 1500 }

/**
 * Few beside those of members, in the database too, and still a room of people after each deploy, when nobody is known.
 * The wait leaves time to a database that has to wake up first.
 */
const STRANGERS = { atOnce: 2, waiting: 64, longestWaitMs: 1500 }

/** Far more members and networks than one instance serves; 64 letters each. */
const MOST_KEYS = 10_000

/** Long enough for a browser or a script that repeats itself. */
const UNKNOWN_FOR_MS = 5000

/** For as long as the limit counts. */
const COUNTED_FOR_MS = UNKNOWN_SESSIONS_PER_NETWORK.seconds * SECOND_MS

/** Of those who come without an address nobody is told apart, so none is shut out for what another brought. */
const NOWHERE = ''

/** The same sessions, looked up within bounds. */
export function withBoundedLookups(sessions: Sessions, bound: Bound): Sessions {
  return {
    ...sessions,
    find: bound((token) => sessions.find(token), isSessionToken),
  }
}

/**
 * Bounds that look-ups by token share, so that made-up tokens keep no member waiting. Whoever was found here before goes
 * before strangers, in a queue of their own; strangers share a narrow one, each network in its turn. What is too much is
 * refused at once with a BusyError, and so are strangers of a network that brought many unknown tokens lately.
 *
 * Only "unknown" is ever answered from memory. Nothing that begins later can be refused by it: its token did not exist
 * when that was asked. What was found is asked for again each time: it may have ended.
 */
export function createBounds(clock: Clock): Bound {
  const [members, strangers] = [createQueue(MEMBERS), createQueue(STRANGERS)]
  const found = new RecentCounts(DAY_MS, clock)
  const unknown = new RecentCounts(UNKNOWN_FOR_MS, clock)
  const unknownOf = new RecentCounts(COUNTED_FOR_MS, clock)
  const shut = new RecentCounts(COUNTED_FOR_MS, clock)

  async function lookUp<T>(ask: LookUp<T>, token: string, key: string): Promise<T | null> {
    const owner = await ask(token)
    if (owner) found.restart(key)
    else {
      found.delete(key)
      unknown.restart(key)
    }
    return owner
  }

  async function lookUpStranger<T>(ask: LookUp<T>, token: string, key: string, network: string) {
    // While this waited the same token may have been asked for.
    if (unknown.has(key)) return null
    const owner = await lookUp(ask, token, key)
    if (!owner && network !== NOWHERE && unknownOf.add(network) > UNKNOWN_SESSIONS_PER_NETWORK.allowed) {
      shut.restart(network)
    }
    return owner
  }

  return (ask, isToken) => async (token, address) => {
    if (!isToken(token)) return null
    const key = sha256Hex(token)
    if (unknown.has(key)) return null
    if (found.has(key)) return members(() => lookUp(ask, token, key), key)

    const network = address ? networkOf(address) : NOWHERE
    if (shut.has(network)) throw new BusyError('Too many unknown tokens from one network.')
    return strangers(() => lookUpStranger(ask, token, key, network), network)
  }
}

/** The same look-up within bounds; what has not the shape of a token is asked for nowhere. */
export type Bound = <T>(
  ask: LookUp<T>,
  isToken: (text: string) => boolean,
) => (token: string, address?: string) => Promise<T | null>

/** null for a token that is unknown, or means nothing any more. */
type LookUp<T> = (token: string) => Promise<T | null>

/** How often keys came lately: all times of a key are forgotten so long after the first, and of too many keys the oldest. */
class RecentCounts {
  readonly #counts = new Map<string, { times: number; forgottenAtMs: number }>()
  readonly #forMs: number
  readonly #clock: Clock

  constructor(forMs: number, clock: Clock) {
    this.#forMs = forMs
    this.#clock = clock
  }

  has(key: string): boolean {
    return (this.#counts.get(key)?.forgottenAtMs ?? -Infinity) > this.#clock()
  }

  /** @returns how often the key came by now. */
  add(key: string): number {
    const counted = this.#counts.get(key)
    if (counted && counted.forgottenAtMs > this.#clock()) return (counted.times += 1)
    this.restart(key)
    return 1
  }

  /** As if the key came for the first time. */
  restart(key: string): void {
    this.#counts.delete(key)
    this.#counts.set(key, { times: 1, forgottenAtMs: this.#clock() + this.#forMs })
    // A map keeps the order in which its keys came.
    const [oldest = key] = this.#counts.keys()
    if (this.#counts.size > MOST_KEYS) this.#counts.delete(oldest)
  }

  delete(key: string): void {
    this.#counts.delete(key)
  }
}

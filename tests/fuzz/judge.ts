import { DECIDE_PATH, EDIT_PATH, publicFiles, publicScreens } from '#src/shared/paths.ts'
import { HEALTH_PATH } from '#src/server/gate/health.ts'
import { UNKNOWN_SESSIONS_PER_NETWORK } from '#src/server/limits/limits.ts'
import type { Answer, Draft, Visitor } from './draft.ts'

/** What an answer must not be. Nothing here asks the gate: what is public is known by its address. */

/** Stands in every protected file, followed by the file's path and a semicolon. */
export const CANARY = 'lanai-canary:'

/** What is there for members, but not for all. */
export const HIDDEN_FROM_MEMBERS: readonly string[] = [EDIT_PATH, DECIDE_PATH]

/** Why this answer is a finding; null for one that is in order. */
export function wrongWith(asked: Asked, answer: Answer): string | null {
  const canary = canariesIn(answer.bytes).find((path) => !mayRead(asked.visitor, path))
  if (canary) return `shows ${canary}`
  const { status } = answer
  if (isGiven(status) && !isPublic(asked)) return `${status} for what is protected`
  if (status === 503) return isDeliberate(asked, answer) ? null : 'an outage: 503, and no rule asks for it'
  if (status >= 500 && !PROTOCOL_REFUSALS.includes(status)) return `fails: ${status}`
  if (!/^\/(?![/\\])/.test(answer.location ?? '/')) return `leads to another site: ${answer.location ?? ''}`
  return isKeptByCaches(asked, answer) ? `${status} that a shared cache may keep` : null
}

/** What a host of HTTP/1.1 says to a request that is none; behind it nobody was asked. */
export const PROTOCOL_REFUSALS: readonly number[] = [
  400, 405, 408, 411, 413, 414, 417, 421, 426, 431, 501, 505,
]

/** Whether both hosts said the same. Who is asked for a part may answer with the whole (RFC 9110, 14.2). */
export function isSame(one: Answer, other: Answer): boolean {
  const [first, second] = [one, other].map(({ status }) => (status === 206 ? 200 : status))
  return first === second && one.location === other.location
}

/** Something was handed out, or the browser told to take what it has. */
export function isGiven(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304
}

/**
 * Counts the unknown tokens that came from each address: whoever brings more than the limit within its time is refused as long
 * again with a 503, which is the rule (decision 20). Any other 503 is an outage.
 */
export class Floods {
  readonly #broughtAtMs = new Map<string, number[]>()

  bring(address: string, atMs: number): void {
    this.#broughtAtMs.set(address, [...(this.#broughtAtMs.get(address) ?? []), atMs])
  }

  isOver(address: string, atMs: number): boolean {
    const { allowed, seconds } = UNKNOWN_SESSIONS_PER_NETWORK
    const since = atMs - 2 * seconds * 1000
    return (this.#broughtAtMs.get(address) ?? []).filter((ms) => ms >= since).length > allowed
  }

  forget(address: string): void {
    this.#broughtAtMs.delete(address)
  }
}

/** Whether a look-up by this request's cookies may find nothing. */
export function bringsUnknownToken({ headers }: Draft, liveTokens: readonly string[]): boolean {
  const cookies = headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
  const tokens = cookies.flatMap((cookie) => [...cookie.matchAll(/__Host-session=([a-z2-7]{40})/g)])
  return tokens.some(([, token = '']) => !liveTokens.includes(token))
}

function canariesIn(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.includes(CANARY)) return []
  return [...buffer.toString('latin1').matchAll(CANARIES)].map(([, path = '']) => path)
}

const CANARIES = new RegExp(`${CANARY}([^;]*);`, 'g')

function mayRead(visitor: Visitor, path: string): boolean {
  return visitor === 'member' && !HIDDEN_FROM_MEMBERS.includes(path)
}

function isPublic({ visitor, pathname }: Asked): boolean {
  if (visitor === 'member') return !HIDDEN_FROM_MEMBERS.includes(pathname)
  return PUBLIC.includes(pathname) || isOutsideOfGate(pathname)
}

const PUBLIC: readonly string[] = [...publicScreens, ...publicFiles, HEALTH_PATH]

/** Where the edge function is not asked: files of the build that are public, and nothing of the vault is among them. */
export function isOutsideOfGate(pathname: string): boolean {
  return /^\/(?:_astro|\.netlify\/images)\//.test(pathname)
}

function isDeliberate({ hasFlooded }: Asked, { retryAfter }: Answer): boolean {
  return hasFlooded && retryAfter !== null
}

/** What the gate says, and not what a host says of its own or the function to whoever comes past the gate. */
function isKeptByCaches({ pathname, isGated }: Asked, { status, cacheControl }: Answer): boolean {
  if (!isGated || isOutsideOfGate(pathname) || PROTOCOL_REFUSALS.includes(status)) return false
  return !/no-store|private/.test(cacheControl ?? '')
}

export interface Asked {
  visitor: Visitor
  /** As URLs have it: dots resolved, nothing decoded. */
  pathname: string
  /** Whether it was asked of the gate, and not of what is behind it. */
  isGated: boolean
  /** Whether its address has brought too many made-up sessions. */
  hasFlooded: boolean
}

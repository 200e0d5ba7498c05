import { platform } from 'node:os'
import { Client } from 'pg'
import { forkPortal, type ForkedPortal } from '../../bench/forked-portal.ts'
import { rawRequest } from '../raw-http.ts'
import { signedInMember } from '../signed-in-member.ts'
import { nameOf, type Door, type Who } from './doors.ts'
import type { Shape } from './shapes.ts'
import { ANSWER_WITHIN_MS, sendWire, type Outcome } from './wire.ts'

/** What was begun by a request and is not waited for, a mail for instance, belongs to the request. */
const AFTERMATH_MS = 5

/** A portal that has not said how it is by then is kept from saying it. */
const SAYS_WITHIN_MS = 1000

/** The built portal in a process of its own, started anew whenever a request has stopped it. */
export async function startSiege(): Promise<Siege> {
  let target = await startTarget()
  let serial = 0
  let restarts = 0
  return {
    siteUrl: () => target.portal.siteUrl,
    restarts: () => restarts,

    async attack(door, shape) {
      const { portal, cookies } = target
      const asking = { siteUrl: portal.siteUrl, cookie: cookies[door.who], serial: ++serial }
      const wire = shape.wire(door, asking)
      if (!wire) return null
      await target.forgetAttempts()
      await portal.longestBlockMs()
      const outcome = await sendWire(portal.siteUrl, wire, networkOf(serial))
      await pause(AFTERMATH_MS)
      const blockMs = await Promise.race([portal.longestBlockMs(), pause(SAYS_WITHIN_MS)])
      if (blockMs === undefined) {
        restarts++
        await portal.kill()
        target = await startTarget()
      }
      const bytes = wire.pieces.reduce((sum, { length }) => sum + length, 0)
      return { ...outcome, bytes, blockMs: blockMs ?? ANSWER_WITHIN_MS }
    },

    async expectOpen(door) {
      const { portal, cookies } = target
      if (door.who === 'a stranger') return
      const { status } = await rawRequest(portal.siteUrl, '/', { headers: { cookie: cookies[door.who] } })
      if (status !== (door.who === 'a member' ? 200 : 403))
        throw new Error(`${nameOf(door)}: no session any more.`)
    },

    stop: () => target.stop(),
  }
}

export interface Siege {
  siteUrl: () => string
  /** How many portals were stopped for good. */
  restarts: () => number
  /** null where the shape is none for this door. */
  attack: (door: Door, shape: Shape) => Promise<Attack | null>
  /** Throws when whoever stands at this door has lost their session: what is tried there then tells nothing. */
  expectOpen: (door: Door) => Promise<void>
  stop: () => Promise<void>
}

export interface Attack extends Outcome {
  bytes: number
  /** The longest time for which the portal's main thread worked at one thing, in milliseconds of the processor. */
  blockMs: number
}

async function startTarget(): Promise<Target> {
  const portal = await forkPortal({ onLog: () => undefined })
  const database = new Client({ connectionString: portal.databaseUrl })
  await database.connect()
  // It goes away with a portal that is killed.
  database.on('error', () => undefined)
  const pending = await signedInMember(portal, { email: 'pending@example.com', status: 'pending' })
  return {
    portal,
    cookies: { 'a stranger': '', 'a member': portal.cookie, 'a pending member': pending },
    forgetAttempts: () => database.query('DELETE FROM rate_limits'),
    async stop() {
      await database.end()
      await portal.stop()
    },
  }
}

interface Target {
  portal: ForkedPortal
  cookies: Record<Who, string>
  forgetAttempts: () => Promise<unknown>
  stop: () => Promise<void>
}

/** Only Linux has all of 127.0.0.0/8; elsewhere the limits of one network are forgotten in time as well. */
function networkOf(serial: number): string | undefined {
  if (platform() !== 'linux') return undefined
  return `127.1.${(serial >> 8) & 0xff}.${serial & 0xff}`
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyDoor, nameOf, type Door } from '../support/stall/doors.ts'
import { everyShape, type Shape } from '../support/stall/shapes.ts'
import { startSiege, type Attack, type Siege } from '../support/stall/siege.ts'

/**
 * A part of `npm run bench -- stall`. It stands here and not with the other faults because it needs the build. What is
 * judged is the work of the portal's main thread, not a clock, so that a busy machine fails nothing.
 */

/** What another visitor may wait. The worst of these requests, a body in chunks of one byte, takes a third of it. */
const LONGEST_BLOCK_MS = 250

/** Whoever has to collect garbage does so in the middle of any request: what is the request's own, it costs each time. */
const ATTEMPTS = 3

const DOOR_TIMEOUT_MS = 120_000

/** One of each kind: the bench knows all of them. */
const doors = new Set([
  'a stranger: GET /auth',
  'a stranger: GET /_astro/none',
  'a stranger: GET /',
  'a member: GET /',
  'a member: GET /video-playlist/cohort-17.json',
  'a stranger: POST /auth',
  'a stranger: POST /_actions/account.uploadAvatar',
  'a stranger: POST /_actions/auth.signUp',
  'a stranger: POST /_actions/auth.signIn',
  'a stranger: POST /_actions/progress.save',
  'a member: POST /_actions/account.uploadAvatar',
  'a member: POST /_actions/account.updateProfile',
  'a member: POST /_actions/account.requestEmailChange',
  'a member: POST /_actions/progress.save',
])

let siege: Siege
beforeAll(async () => {
  siege = await startSiege()
})
afterAll(() => siege.stop())

describe('nobody is kept waiting by whatever one request brings', () => {
  const tried = everyDoor().filter((door) => doors.has(nameOf(door)))

  test('each kind of door is there to be tried', () => {
    expect(new Set(tried.map(nameOf))).toEqual(doors)
  })

  test.each(tried.map((door) => [nameOf(door), door] as const))(
    '%s',
    async (_, door) => {
      await siege.expectOpen(door)
      expect(await badEnds(door)).toEqual([])
    },
    DOOR_TIMEOUT_MS,
  )
})

/** Which shapes did harm, up to the first that stopped the portal for good. */
async function badEnds(door: Door): Promise<string[]> {
  const found: string[] = []
  const { siteUrl } = siege
  const before = siteUrl()
  // Headers and targets are read by the same code whatever the method, so they are tried where no body is.
  const shapes = everyShape.filter(({ family }) => (family === 'body') === door.bodyBytes > 0)
  for (const shape of shapes) {
    const attack = await gentlest(door, shape)
    if (attack && isBad(attack)) found.push(`${shape.name}: ${said(attack)}`)
    if (siteUrl() !== before) break
  }
  return found
}

/** Of the attempts that it takes until one is well. */
async function gentlest(door: Door, shape: Shape): Promise<Attack | null> {
  let best: Attack | null = null
  for (let n = 0; n < ATTEMPTS; n++) {
    const attack = await siege.attack(door, shape)
    if (!attack || !isBad(attack)) return attack
    if (!best || attack.blockMs < best.blockMs) best = attack
    if (attack.isHanging) break
  }
  return best
}

function isBad({ blockMs, status, isHanging }: Attack): boolean {
  return blockMs > LONGEST_BLOCK_MS || isHanging || (status !== null && status >= 500 && status !== 503)
}

function said({ blockMs, status, isHanging, bytes }: Attack): string {
  const end = isHanging ? 'no answer' : `answer ${status ?? 'none'}`
  return `${bytes} bytes, ${end}, worked ${blockMs.toFixed(0)} ms at one thing`
}

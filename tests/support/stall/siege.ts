import { connect } from 'node:net'
import { platform } from 'node:os'
import { Client } from 'pg'
import { forkPortal } from '../../bench/forked-portal.ts'
import type { Door } from './doors.ts'
import type { Shape } from './shapes.ts'

const ANSWER_WITHIN_MS = 10_000

/** What was begun by a request and is not waited for, a mail for instance, belongs to the request. */
const AFTERMATH_MS = 5

/** The built portal in another process, and what each request does to it. */
export async function startSiege(): Promise<Siege> {
  const portal = await forkPortal({ onLog: () => undefined })
  const database = new Client({ connectionString: portal.databaseUrl })
  await database.connect()
  const { siteUrl } = portal
  let serial = 0
  return {
    siteUrl,
    async attack(door, shape) {
      serial += 1
      const cookie = door.who === 'a member' ? portal.cookie : ''
      const bytes = shape.bytes({ siteUrl, cookie, serial })
      await database.query('DELETE FROM rate_limits')
      await portal.longestBlockMs()
      const outcome = await send(siteUrl, bytes, networkOf(serial))
      await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS))
      return { ...outcome, bytes: bytes.length, blockMs: await portal.longestBlockMs() }
    },
    async stop() {
      await database.end()
      await portal.stop()
    },
  }
}

/** Sends one request and waits for the end of its answer. */
function send(siteUrl: string, bytes: Buffer, from: string | undefined): Promise<Outcome> {
  const start = performance.now()
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(siteUrl).port), localAddress: from })
  let received = ''
  let isHanging = false
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  // A portal that has heard enough closes while it is still being written to.
  socket.on('error', () => undefined)
  socket.write(bytes)
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => {
      isHanging = true
      socket.destroy()
    }, ANSWER_WITHIN_MS)
    socket.once('close', () => {
      clearTimeout(giveUp)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]
      resolve({ status: status ? Number(status) : null, isHanging, ms: performance.now() - start })
    })
  })
}

/** So that no limit of a network's attempts is met. Only Linux has all of 127.0.0.0/8. */
function networkOf(serial: number): string | undefined {
  return platform() === 'linux' ? `127.1.${(serial >> 8) & 0xff}.${serial & 0xff}` : undefined
}

export interface Siege {
  siteUrl: string
  attack: (door: Door, shape: Shape) => Promise<Attack>
  stop: () => Promise<void>
}

interface Outcome {
  /** Of the answer; null when the connection was closed without one. */
  status: number | null
  /** Neither an answer nor the end of the connection came in time. */
  isHanging: boolean
  ms: number
}

export interface Attack extends Outcome {
  bytes: number
  /** The longest time for which the portal's main thread worked at one thing, in milliseconds of the processor. */
  blockMs: number
}

import { bodies, values } from './bodies.ts'
import type { Door } from './doors.ts'
import { headOf, whole } from './request.ts'
import type { Asking, Shape } from './shapes.ts'
import type { Wire } from './wire.ts'

const JSON_TYPE = 'application/json'

/** How long somebody is slow, or silent, before they are done or gone. */
const SLOW_PIECES = 20
const SLOW_PAUSE_MS = 10
const SILENT_MS = 200

/** More than this adds nothing but minutes to what one byte at a time does. */
const TINY_CHUNKS_BYTES = 256 * 1024

/** Bodies that come as nobody's browser sends them. */
const sentOddly: readonly Shape[] = [
  shape('byte by byte in chunks', (door, asking) => {
    const bytes = longText(Math.min(door.bodyBytes, TINY_CHUNKS_BYTES)).toString()
    const chunks = Array.from(bytes, (byte) => `1\r\n${byte}\r\n`)
    return whole(chunkedHead(door, asking), Buffer.from(`${chunks.join('')}0\r\n\r\n`))
  }),
  shape('chunks with long extensions', (door, asking) => {
    const chunk = `1;${'a'.repeat(4000)}\r\na\r\n`
    return whole(chunkedHead(door, asking), Buffer.from(`${chunk.repeat(100)}0\r\n\r\n`))
  }),
  shape('chunks with trailers', (door, asking) =>
    whole(chunkedHead(door, asking), Buffer.from(`2\r\n{}\r\n0\r\n${'a:b\r\n'.repeat(900)}\r\n`)),
  ),
  shape('asking first', (door, asking) => {
    const body = longText(door.bodyBytes)
    const headers = {
      'Content-Type': door.bodyType,
      'Content-Length': String(body.length),
      Expect: '100-continue',
    }
    return whole(headOf(door, asking, { headers }), body)
  }),
  shape('cut off', (door, asking) => {
    const { pieces } = lengthened(door, asking, door.bodyType, longText(door.bodyBytes))
    const [head = Buffer.alloc(0), body = Buffer.alloc(0)] = pieces
    return { pieces: [head, body.subarray(0, body.length / 2)], pauseMs: 0, leavesAfterMs: SILENT_MS }
  }),
  shape('slow', (door, asking) => {
    const { pieces } = lengthened(door, asking, door.bodyType, longText(SLOW_PIECES))
    const [head = Buffer.alloc(0), body = Buffer.alloc(0)] = pieces
    const bytes = Array.from(body, (byte) => Buffer.from([byte]))
    return { pieces: [head, ...bytes], pauseMs: SLOW_PAUSE_MS, leavesAfterMs: null }
  }),
  shape('never sent', (door, asking) => {
    const headers = { 'Content-Type': door.bodyType, 'Content-Length': String(door.bodyBytes) }
    return { pieces: [headOf(door, asking, { headers })], pauseMs: 0, leavesAfterMs: SILENT_MS }
  }),
]

export const bodyShapes: readonly Shape[] = [
  ...bodies.map(([name, type, make]) =>
    shape(name, (door, asking) => lengthened(door, asking, type, Buffer.from(make(door.bodyBytes)))),
  ),
  ...Array.from(longestFields(), (index) =>
    values.map(([name, make]) =>
      shape(`field ${index + 1} ${name}`, (door, asking) => {
        const body = fieldOf(door, index, asking, make)
        return body === null ? null : lengthened(door, asking, JSON_TYPE, Buffer.from(body))
      }),
    ),
  ).flat(),
  ...sentOddly,
]

/** No action reads more fields than this. */
function longestFields(): Iterable<number> {
  return Array.from({ length: 5 }, (_, index) => index)
}

/** What an action of this portal reads, all of it as a person would give it but one field. */
function fieldOf(
  { fields, bodyBytes }: Door,
  index: number,
  { serial }: Asking,
  make: (bytes: number) => string,
): string | null {
  const named = fields[index]
  if (named === undefined) return null
  const others = fields
    .filter((field) => field !== named)
    .map((field) => `${JSON.stringify(field)}:${JSON.stringify(sensible(field, serial))},`)
    .join('')
  const around = `{${others}${JSON.stringify(named)}:}`
  return `${around.slice(0, -1)}${make(bodyBytes - around.length)}}`
}

function sensible(field: string, serial: number): unknown {
  const known: Record<string, unknown> = {
    email: `founder-${serial}@example.org`,
    newEmail: `founder-${serial}@example.net`,
    password: 'not the password',
    currentPassword: 'not the password',
    newPassword: 'aloha kakahiaka',
    fullName: 'Leilani',
    token: 'a'.repeat(43),
    website: '',
    id: 'none',
  }
  return known[field] ?? null
}

function lengthened(door: Door, asking: Asking, type: string, body: Buffer): Wire {
  const headers = { 'Content-Type': type, 'Content-Length': String(body.length) }
  return whole(headOf(door, asking, { headers }), body)
}

function longText(bytes: number): Buffer {
  return Buffer.from(`{"a":"${'a'.repeat(bytes - 8)}"}`)
}

function chunkedHead(door: Door, asking: Asking): Buffer {
  const headers = { 'Content-Type': door.bodyType, 'Content-Length': '', 'Transfer-Encoding': 'chunked' }
  return headOf(door, asking, { headers })
}

function shape(name: string, wire: (door: Door, asking: Asking) => Wire | null): Shape {
  return {
    family: 'body',
    name,
    wire: (door, asking) => (door.bodyBytes > 0 ? wire(door, asking) : null),
  }
}

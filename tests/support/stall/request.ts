import type { Door } from './doors.ts'
import type { Asking } from './shapes.ts'
import type { Wire } from './wire.ts'

/** Just below what the host reads of a request line and headers. */
const HEAD_BYTES = 15_900

/** The head of a request, with as much of the shape as there is room for. */
export function headOf(door: Door, { siteUrl, cookie }: Asking, parts: Parts = {}): Buffer {
  const { target = (path: string) => path, fill, headers = {} } = parts
  const own: Record<string, string> = {
    Host: new URL(siteUrl).host,
    Connection: 'close',
    ...(door.method === 'POST' && { Origin: siteUrl }),
    ...(door.bodyBytes > 0 && { 'Content-Length': '0' }),
    ...(cookie && { Cookie: cookie }),
    ...headers,
  }
  const write = (path: string, lines: string) =>
    `${door.method} ${path} HTTP/1.1\r\n${Object.entries(own)
      .filter(([, value]) => value)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}${lines}\r\n`
  const room = HEAD_BYTES - write(door.path, '').length
  return Buffer.from(write(target(door.path, room), fill?.(room) ?? ''), 'latin1')
}

interface Parts {
  target?: (path: string, room: number) => string
  /** Whole header lines. */
  fill?: (room: number) => string
  /** An empty one is not sent at all. */
  headers?: Record<string, string>
}

export function whole(...pieces: Buffer[]): Wire {
  return { pieces, pauseMs: 0, leavesAfterMs: null }
}

/** As often as it fits. */
export function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(unit))))
}

import { filled, headOf, whole } from './request.ts'
import type { Shape } from './shapes.ts'

const LATER = 'Thu, 01 Jan 2099 00:00:00 GMT'

/** A header, and what fills it. */
const values: readonly [name: string, header: string, unit: string][] = [
  ['cookies by the thousand', 'Cookie', 'a=b; '],
  ['cookies without names', 'Cookie', ';'],
  ['cookies of spaces', 'Cookie', '; '],
  ['one cookie, encoded', 'Cookie', '%2525'],
  ['the session by the hundred', 'Cookie', '__Host-session=a; '],
  ['tags by the thousand', 'If-None-Match', 'W/"a", '],
  ['tags without an end', 'If-None-Match', 'W/"'],
  ['commas for tags', 'If-None-Match', ','],
  ['spaces between tags', 'If-None-Match', '"a"     ,     '],
  ['tags to match', 'If-Match', '"a",'],
  ['encodings by the thousand', 'Accept-Encoding', 'br;q=0,'],
  ['weights of spaces', 'Accept-Encoding', ';   q=0 '],
  ['weights of zeros', 'Accept-Encoding', ';q=0.0000'],
  ['commas for encodings', 'Accept-Encoding', ','],
  ['types by the thousand', 'Accept', '*/*;q=0.1,'],
  ['languages by the thousand', 'Accept-Language', 'en;q=0.1,'],
  ['a long date', 'If-Modified-Since', `${LATER} `],
  ['a long browser', 'User-Agent', 'Mozilla/5.0 (X11; Linux) '],
  ['proxies by the thousand', 'X-Forwarded-For', '1.1.1.1, '],
  ['hosts by the thousand', 'X-Forwarded-Host', 'a.b,'],
  ['a long origin', 'Origin', 'http://a.'],
  ['a long referrer', 'Referer', 'http://a/?'],
  ['a type with parameters', 'Content-Type', 'application/json;a=b;'],
  ['a type of quotes', 'Content-Type', 'multipart/form-data; boundary="\\'],
]

const ranges: readonly [name: string, unit: string][] = [
  ['ranges by the thousand', '0-0,'],
  ['ranges that overlap', '0-,'],
  ['ranges from the end', '-1, '],
  ['a range of digits', '9'],
]

const repeated: readonly [name: string, header: (n: number) => string, value: string][] = [
  ['headers by the thousand', (n) => `x${n.toString(36)}`, '1'],
  ['one header by the thousand', () => 'x', '1'],
  ['cookie headers by the thousand', () => 'cookie', 'a=b'],
  ['tag headers by the thousand', () => 'if-none-match', '"a"'],
  ['headers that are not joined', () => 'etag', '"a"'],
  ['empty headers', () => 'x', ''],
]

/** Node.js reads a thousand; some are the request's own. */
const MAX_HEADERS = 980

export const headerShapes: readonly Shape[] = [
  ...values.map(([name, header, unit]) =>
    shape(
      name,
      (room, cookie) => {
        const own = header === 'Cookie' && cookie ? `${cookie}; ` : ''
        return `${header}: ${own}${filled(unit, room - header.length - own.length - 4)}\r\n`
      },
      header,
    ),
  ),
  ...ranges.map(([name, unit]) => shape(name, (room) => `Range: bytes=${filled(unit, room - 15)}1\r\n`)),
  ...repeated.map(([name, header, value]) => shape(name, (room) => manyLines(header, value, room))),
]

/** @param replaces the header of ours that this one stands for. */
function shape(name: string, fill: (room: number, cookie: string) => string, replaces?: string): Shape {
  return {
    family: 'headers',
    name,
    wire: (door, asking) =>
      whole(
        headOf(door, asking, {
          fill: (room) => fill(room, asking.cookie),
          ...(replaces && { headers: { [replaces]: '' } }),
        }),
      ),
  }
}

function manyLines(header: (n: number) => string, value: string, room: number): string {
  const lines: string[] = []
  for (let n = 0, left = room; n < MAX_HEADERS; n++) {
    const line = `${header(n)}:${value}\r\n`
    left -= line.length
    if (left < 0) break
    lines.push(line)
  }
  return lines.join('')
}

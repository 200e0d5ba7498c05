import type { Door } from './doors.ts'

/** Just below what the host reads of a request line and headers. */
const HEAD_BYTES = 15_900

const JSON_TYPE = 'application/json'

/** A header, and what fills it. */
const headers: readonly [name: string, header: string, unit: string][] = [
  ['cookies by the thousand', 'Cookie', 'a=b; '],
  ['one cookie, encoded', 'Cookie', '%2525'],
  ['the session by the hundred', 'Cookie', '__Host-session=a; '],
  ['tags by the thousand', 'If-None-Match', 'W/"a", '],
  ['weights of spaces', 'Accept-Encoding', ';   q=0 '],
  ['proxies by the thousand', 'X-Forwarded-For', '1.1.1.1, '],
  ['ranges by the thousand', 'Range', '0-0,'],
  ['a type with parameters', 'Content-Type', 'application/json;a=b;'],
  ['headers by the thousand', 'X', '1\r\nx: '],
]

/** What is put behind a door's path, as often as there is room. */
const targets: readonly [name: string, unit: string][] = [
  ['file names stacked', '/index.html'],
  ['slashes', '/'],
  ['slashes, encoded', '%2f'],
  ['dots, encoded', '/%2e%2e'],
  ['a name, encoded five times', '%252525252561'],
  ['letters with accents', '%cc%81%cc%a3'],
  ['a query of pairs', '?a=b&'],
  ['where to go next, of slashes', '?next=/'],
]

/** What a body says it is, and what fills it. */
const bodies: readonly [name: string, type: string, start: string, unit: string, end: string][] = [
  ['a form of pairs', 'application/x-www-form-urlencoded', '', 'a=b&', ''],
  [
    'tiny parts',
    'multipart/form-data; boundary=b',
    '',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n',
    '',
  ],
  ['JSON deep in lists', JSON_TYPE, '', '[', ''],
  ['JSON that is cut off', JSON_TYPE, '', '{"a":', ''],
  ['JSON of one name', JSON_TYPE, '{', '"email":1,', '"a":1}'],
  ['JSON of escapes', JSON_TYPE, '{"a":"', '\\u0000', '"}'],
  ['JSON of one long number', JSON_TYPE, '{"a":', '1', '}'],
  ['zeros', 'application/octet-stream', '', '\0', ''],
  ['a JPEG of markers', 'application/octet-stream', '', '\xff\xd8\xff\xe0', ''],
  ['a PNG of nothing', 'application/octet-stream', '\x89PNG\r\n\x1a\n', 'a', ''],
]

/** What fills the text in a field of an action. */
const texts: readonly [name: string, unit: string][] = [
  ['of spaces', ' '],
  ['of accents that change places', '\u0301\u0323'],
  ['of one letter that becomes many', '\ufdfa'],
  ['of a family', '\u{1F469}\u200D'],
  ['of dots', 'a.'],
  ['of at signs', 'a@a.'],
]

/** Every way of asking this door that a parser on the way has to read, as large as the door takes. */
export function shapesFor(door: Door): Shape[] {
  if (door.bodyBytes === 0) {
    return [
      ...headers.map(([name, header, unit]) => ({
        name,
        bytes: (asking: Asking) =>
          head(door, asking, { line: `${header}: ${filled(unit, HEAD_BYTES - 600)}` }),
      })),
      ...targets.map(([name, unit]) => ({
        name,
        bytes: (asking: Asking) => head(door, asking, { target: door.path + filled(unit, HEAD_BYTES - 600) }),
      })),
    ]
  }
  const inFields = door.fields.flatMap((field) =>
    texts.map(([name, unit]) => ({
      name: `${field} ${name}`,
      bytes: (asking: Asking) => withBody(door, asking, JSON_TYPE, fieldOf(door, field, unit, asking)),
    })),
  )
  const whole = bodies.map(([name, type, start, unit, end]) => ({
    name,
    bytes(asking: Asking) {
      const body = start + filled(unit, door.bodyBytes - start.length - end.length) + end
      return withBody(door, asking, type, Buffer.from(body, 'latin1'))
    },
  }))
  const inChunks = {
    name: 'byte by byte in chunks',
    bytes: (asking: Asking) =>
      Buffer.concat([head(door, asking, { line: 'Transfer-Encoding: chunked' }), CHUNKS]),
  }
  return [...whole, ...inFields, inChunks]
}

const CHUNKS = Buffer.from(`${'1\r\na\r\n'.repeat(65_000)}0\r\n\r\n`)

/** What an action of this portal reads, all of it as a person would give it but one field. */
function fieldOf({ fields, bodyBytes }: Door, field: string, unit: string, { serial }: Asking): Buffer {
  const others = {
    email: `a${serial}@example.org`,
    newEmail: `b${serial}@example.org`,
    website: '',
    startedAt: 0,
  }
  const sensible = fields.map((name) => [name, name in others ? others[name as 'email'] : 'aloha kakahiaka'])
  const text = filled(unit, bodyBytes - 400)
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(sensible), [field]: text }))
}

function withBody(door: Door, asking: Asking, type: string, body: Buffer): Buffer {
  const line = `Content-Type: ${type}\r\nContent-Length: ${body.length}`
  return Buffer.concat([head(door, asking, { line }), body])
}

function head(door: Door, { siteUrl, cookie }: Asking, { target = door.path, line = '' }: Parts): Buffer {
  const own = [
    `Host: ${new URL(siteUrl).host}`,
    'Connection: close',
    `Origin: ${siteUrl}`,
    `Cookie: ${cookie}`,
  ]
  return Buffer.from(`${door.method} ${target} HTTP/1.1\r\n${[...own, line].join('\r\n')}\r\n\r\n`, 'latin1')
}

/** As often as it fits. */
function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}

interface Parts {
  target?: string
  /** One header line, or more. */
  line?: string
}

export interface Shape {
  name: string
  bytes: (asking: Asking) => Buffer
}

/** What is the same of each request of one person. */
export interface Asking {
  siteUrl: string
  /** Empty for a stranger. */
  cookie: string
  /** Another number for each request. */
  serial: number
}

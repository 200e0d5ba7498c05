import { filled } from './request.ts'

const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=b'
const JSON_TYPE = 'application/json'
const BYTES = 'application/octet-stream'

/** What a body says it is, and as much of it as was asked for. */
export const bodies: readonly [name: string, type: string, make: (bytes: number) => string | Buffer][] = [
  ['a form of names', FORM, (bytes) => filled('a&', bytes)],
  ['a form of pairs', FORM, (bytes) => filled('a=b&', bytes)],
  ['a form of ampersands', FORM, (bytes) => filled('&', bytes)],
  ['a form, encoded', FORM, (bytes) => filled('%61', bytes)],
  ['a form of plus signs', FORM, (bytes) => filled('+', bytes)],
  ['tiny parts', PARTS, (bytes) => `${filled(part('', ''), bytes - 5)}--b--`],
  ['tiny files', PARTS, (bytes) => `${filled(part('; filename="a"', ''), bytes - 5)}--b--`],
  ['parts without an end', PARTS, (bytes) => part('; filename="a"', filled('a', bytes - 80))],
  ['a part of what is nearly its end', PARTS, (bytes) => part('', filled('\r\n--', bytes - 80))],
  ['a part of headers', PARTS, (bytes) => `--b\r\n${filled('a: b\r\n', bytes - 20)}\r\n\r\n--b--`],
  ['a part with parameters', PARTS, (bytes) => `${part(filled('; a=b', bytes - 70), '')}--b--`],
  ['a part named in quotes', PARTS, (bytes) => `${part(filled('%22', bytes - 70), '')}--b--`],
  ['JSON of spaces', JSON_TYPE, (bytes) => `${filled(' ', bytes - 2)}{}`],
  ['JSON deep in lists', JSON_TYPE, (bytes) => filled('[', bytes / 2) + filled(']', bytes / 2)],
  ['JSON deep in objects', JSON_TYPE, (bytes) => deepObject(Math.floor((bytes - 1) / 6))],
  ['JSON that is cut off', JSON_TYPE, (bytes) => filled('{"a":', bytes)],
  ['JSON of names', JSON_TYPE, (bytes) => wideObject((n) => `k${n}`, bytes)],
  ['JSON of numbers for names', JSON_TYPE, (bytes) => wideObject((n) => String(n * 65_536), bytes)],
  ['JSON of one name', JSON_TYPE, (bytes) => wideObject(() => 'email', bytes)],
  ['JSON of prototypes', JSON_TYPE, (bytes) => wideObject(() => '__proto__', bytes)],
  ['JSON of one long text', JSON_TYPE, (bytes) => `{"a":"${filled('a', bytes - 8)}"}`],
  ['JSON of escapes', JSON_TYPE, (bytes) => `{"a":"${filled('\\u0000', bytes - 8)}"}`],
  ['JSON of one long number', JSON_TYPE, (bytes) => `{"a":${filled('1', bytes - 6)}}`],
  ['JSON of one long fraction', JSON_TYPE, (bytes) => `{"a":0.${filled('1', bytes - 10)}e-9}`],
  ['JSON of lists', JSON_TYPE, (bytes) => `[${filled('[],', bytes - 4)}[]]`],
  ['text', 'text/plain', (bytes) => filled('a', bytes)],
  ['nothing that has a type', '', (bytes) => filled('a', bytes)],
  ['zeros', BYTES, (bytes) => Buffer.alloc(bytes)],
  ['a JPEG of markers', BYTES, (bytes) => Buffer.from(filled('\xff\xd8\xff\xe0', bytes), 'latin1')],
  ['a PNG of nothing', BYTES, (bytes) => startingWith('\x89PNG\r\n\x1a\n', bytes)],
  ['a WebP of nothing', BYTES, (bytes) => startingWith('RIFF\xff\xff\xff\x7fWEBPVP8X', bytes)],
]

/** What can stand in a field of an action, as JSON. */
export const values: readonly [name: string, make: (bytes: number) => string][] = [
  ['of one letter', (bytes) => text('a', bytes)],
  ['of spaces', (bytes) => text(' ', bytes)],
  ['of line breaks', (bytes) => text('\\n', bytes)],
  // Those below a letter go before those above it.
  [
    'of accents that change places',
    (bytes) => `"${filled('\u0301', bytes / 2 - 2)}${filled('\u0323', bytes / 2 - 2)}"`,
  ],
  ['of one letter that becomes many', (bytes) => text('\ufdfa', bytes)],
  ['of halves of letters', (bytes) => text('\\ud800', bytes)],
  ['of a family', (bytes) => text('\u{1F469}\u200D', bytes)],
  ['of dots', (bytes) => text('a.', bytes)],
  ['of at signs', (bytes) => text('a@a.', bytes)],
  ['of slashes', (bytes) => text('a-/', bytes)],
  ['of objects', (bytes) => `[${filled('{},', bytes - 4)}{}]`],
  ['of numbers', (bytes) => `[${filled('1,', bytes - 3)}1]`],
  ['of names', (bytes) => `[${wideObject((n) => `k${n}`, bytes - 2)}]`],
]

function part(parameters: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; name="a"${parameters}\r\n\r\n${content}\r\n`
}

function text(unit: string, bytes: number): string {
  return `"${filled(unit, bytes - 2)}"`
}

function deepObject(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

function wideObject(name: (n: number) => string, bytes: number): string {
  const pairs: string[] = []
  for (let n = 0, left = bytes - 2; left > 0; n++) {
    const pair = `"${name(n)}":1`
    left -= pair.length + 1
    if (left > 0) pairs.push(pair)
  }
  return `{${pairs.join(',')}}`
}

function startingWith(start: string, bytes: number): Buffer {
  const body = Buffer.alloc(bytes, 'a')
  body.write(start, 'latin1')
  return body
}

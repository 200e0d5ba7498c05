import { afterEach, describe, expect, test, vi } from 'vitest'
import { log, throttled, type LogEntry } from '#src/server/log.ts'

const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
afterEach(() => vi.clearAllMocks())

const SECRET = 'kai@reef.example'

test('a line says what happened, the facts, what was thrown and which request it was', () => {
  const request = new Request('https://portal.example/', { headers: { 'x-nf-request-id': 'r1' } })
  expect(
    lineOf({ code: 'unexpected', facts: { action: 'auth.signIn' }, error: new TypeError(), request }),
  ).toBe('{"code":"unexpected","action":"auth.signIn","error":"TypeError","requestId":"r1"}')
})

test('what is wrong goes to the error stream, what is as it should be to the other', () => {
  log('info', { code: 'sweep', facts: { sessions: 3 } })
  expect([info.mock.calls, error.mock.calls]).toEqual([[['{"code":"sweep","sessions":3}']], []])
})

test('an error is told with everything that caused it, by names and codes', () => {
  const refused = Object.assign(new Error('connect 10.0.0.7'), { code: 'ECONNREFUSED' })
  const failed = new TypeError('fetch failed', { cause: refused })
  expect(kindOf(new RangeError('no answer', { cause: failed }))).toEqual({
    error: 'RangeError',
    cause: { error: 'TypeError', cause: { error: 'Error', errorCode: 'ECONNREFUSED' } },
  })
})

test("what the database driver calls its source is a cause, and PostgreSQL's code is told", () => {
  const driver = Object.assign(new Error('lost'), {
    name: 'NeonDbError',
    code: '08P01',
    sourceError: new TypeError(),
  })
  expect(kindOf(driver)).toEqual({ error: 'NeonDbError', errorCode: '08P01', cause: { error: 'TypeError' } })
})

test.each([
  ['a message', new Error(SECRET)],
  ['the message of a cause', new Error('', { cause: new Error(SECRET) })],
  ['a cause that is no error', new Error('', { cause: SECRET })],
  [
    'a detail of the database',
    Object.assign(new Error(), { detail: `Key (email)=(${SECRET})`, query: SECRET }),
  ],
  ['a name that is a sentence', Object.assign(new Error(), { name: SECRET })],
  ['a code that is a sentence', Object.assign(new Error(), { code: SECRET })],
  ['a text that was thrown', SECRET],
])('nothing a person typed is in the line: %s', (_where, thrown) => {
  expect(lineOf({ code: 'unexpected', error: thrown })).not.toContain(SECRET)
})

test.each([
  ['text', 'string'],
  [undefined, 'undefined'],
  [null, 'object'],
])('what is thrown and is no error is told by its type: %j', (thrown, type) => {
  expect(kindOf(thrown)).toEqual({ error: type })
})

test('an error that is its own cause ends', () => {
  const own = new Error()
  own.cause = own
  expect(lineOf({ code: 'unexpected', error: own }).match(/"error":/g)).toHaveLength(6)
})

function kindOf(thrown: unknown): unknown {
  const line = JSON.parse(lineOf({ code: 'unexpected', error: thrown })) as { code?: string }
  delete line.code
  return line
}

function lineOf(entry: LogEntry): string {
  log('error', entry)
  return String(error.mock.lastCall?.[0])
}

describe('what meets every request is told now and then', () => {
  test('one event at once and one in ten seconds, with how many it stands for', () => {
    let nowMs = 0
    const report = vi.fn()
    const tell = throttled(() => nowMs, report)
    for (const atMs of [0, 1, 9999, 10_000, 10_001, 60_000, 60_001]) {
      nowMs = atMs
      tell(`at ${atMs}`)
    }
    expect(report.mock.calls).toEqual([
      ['at 0', 1],
      ['at 10000', 3],
      ['at 60000', 2],
    ])
  })
})

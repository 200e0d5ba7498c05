import { afterEach, expect, test, vi } from 'vitest'
import { log, type LogEntry } from '#src/server/log.ts'

const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => vi.clearAllMocks())

const SECRET = 'kai@reef.example'

test('a line has the facts of its event', () => {
  const request = new Request('https://portal.example/', { headers: { 'x-nf-request-id': 'r1' } })
  const facts = { action: 'auth.signIn' }
  expect(lineOf({ code: 'unexpected', facts, error: new TypeError(), request })).toBe(
    '{"code":"unexpected","action":"auth.signIn","error":"TypeError","requestId":"r1"}',
  )
})

test('a line names each cause of an error', () => {
  const refused = Object.assign(new Error('connect 10.0.0.7'), { code: 'ECONNREFUSED' })
  const failed = new TypeError('fetch failed', { cause: refused })
  // Neon's driver names the cause otherwise.
  const lost = Object.assign(new Error('lost'), { name: 'NeonDbError', code: '08P01', sourceError: failed })
  expect(JSON.parse(lineOf({ code: 'unexpected', error: lost }))).toEqual({
    code: 'unexpected',
    error: 'NeonDbError',
    errorCode: '08P01',
    cause: { error: 'TypeError', cause: { error: 'Error', errorCode: 'ECONNREFUSED' } },
  })
})

test.each([
  ['a message', new Error(SECRET)],
  ['the message of a cause', new Error('', { cause: new Error(SECRET) })],
  ['a cause that is no error', new Error('', { cause: SECRET })],
  ['a detail of the database', Object.assign(new Error(), { detail: `Key=(${SECRET})`, query: SECRET })],
  ['a name that is a sentence', Object.assign(new Error(), { name: SECRET })],
  ['a code that is a sentence', Object.assign(new Error(), { code: SECRET })],
  ['a text that was thrown', SECRET],
])('a line holds nothing that a person typed: %s', (_where, thrown) => {
  expect(lineOf({ code: 'unexpected', error: thrown })).not.toContain(SECRET)
})

function lineOf(entry: LogEntry): string {
  log('error', entry)
  return String(error.mock.lastCall?.[0])
}

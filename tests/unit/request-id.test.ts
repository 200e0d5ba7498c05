import { describe, expect, test } from 'vitest'
import { requestLogEntry } from '#src/server/gate/request.ts'
import { ensureRequestId, requestIdOf } from '#src/server/log.ts'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import {
  type ActionFailure,
  failureMessage,
  failureText,
  readFailure,
  withRequestId,
} from '#src/shared/failure.ts'

test('a request keeps the id that the host has given it', () => {
  expect(nameOf({ 'x-nf-request-id': '01JD5Q8Z3N0V6W7X8Y9ZABCDEF' })).toBe('01JD5Q8Z3N0V6W7X8Y9ZABCDEF')
})

test.each([undefined, '', 'short', '"><script>', 'a b c d e f g h', 'x'.repeat(41), '01JD5Q8Z3N&amp;'])(
  'a request with the id %j gets a random id',
  (id) => {
    const names = [1, 2].map(() => nameOf(id === undefined ? {} : { 'x-nf-request-id': id }))
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}$/)
    expect(names[0]).not.toBe(names[1])
  },
)

test("a failure's sentence ends with the request id", () => {
  const sentence = failureText(sent({ code: 'profile_update_failed', requestId: nameOf({}) ?? '' }))
  expect(sentence).toMatch(/^Failed to update profile \(Tell us: [0-9a-f]{16}\)$/)
  expect(withRequestId('Failed', null)).toBe('Failed')
})

test.each([
  [1, 'Too many attempts. Please try again in 1 second.'],
  [59, 'Too many attempts. Please try again in 59 seconds.'],
  [60, 'Too many attempts. Please try again in 1 minute.'],
  [61, 'Too many attempts. Please try again in 2 minutes.'],
])('a refusal rounds a wait of %s s up', (seconds, sentence) => {
  expect(failureText(sent({ code: 'too_many_attempts', seconds }))).toBe(sentence)
})

test('a failure without details is sent as its code', () => {
  for (const code of Object.keys(errorText) as ErrorCode[]) {
    expect(failureMessage({ code })).toBe(code)
    expect(readFailure(code)).toEqual({ code })
    expect(failureText({ code })).toBe(errorText[code])
  }
})

test.each(['', '<h1>Bad gateway</h1>', 'toString', ' busy', errorText.busy, '{"code":"none"}', '{}', '{'])(
  'the text %j isn’t read as a failure',
  (text) => expect(readFailure(text)).toBeNull(),
)

describe('the log line of a request', () => {
  test.each([
    ['a page', 'GET', '/leaderboard?tab=1', 200, '/leaderboard'],
    ['an action', 'POST', '/_actions/auth.signIn?token=secret', 401, '/_actions/auth.signIn'],
    ['no action, but like one', 'POST', '/_actions/auth.signIn%0a', 403, '/_actions/'],
    ['an action that is none', 'POST', '/_actions/kai@reef.example', 404, null],
    ['a picture', 'GET', '/avatars/0b2f8f0e-6f0c/avatar.1.webp', 200, '/avatars/'],
    ['a calendar', 'GET', `/feeds/${'c'.repeat(64)}.ics`, 200, '/feeds/'],
    ['a missing page', 'GET', '/kai-is-here', 404, null],
    ['another spelling', 'GET', '/Kai.html', 308, null],
    ['what no page is called', 'GET', '/kai@reef.example', 503, null],
    ['broken encoding', 'GET', '/%zz', 400, null],
  ])('has the path of %s only as far as it is known', (_, method, path, status, known) => {
    const request = new Request(`https://portal.example${path}`, { method })
    const { code, facts } = requestLogEntry(request, new Response(null, { status }), 3.7)
    expect({ code, facts }).toEqual({ code: 'request', facts: { method, path: known, status, ms: 4 } })
  })

  test("doesn't log an invented method", () => {
    const request = new Request('https://portal.example/leaderboard', { method: 'KAI' })
    const { facts } = requestLogEntry(request, new Response(null, { status: 405 }), 0)
    expect(facts).toMatchObject({ method: 'other', path: null })
  })
})

/** As the browser reads it. */
function sent(failure: ActionFailure): ActionFailure {
  return readFailure(failureMessage(failure)) ?? { code: 'unexpected' }
}

function nameOf(headers: Record<string, string>): string | null {
  const request = new Request('https://portal.example/', { headers })
  ensureRequestId(request)
  return requestIdOf(request)
}

import { expect, test } from 'vitest'
import { auditLine } from '#src/server/gate/audit-line.ts'

const line = (path: string, status: number) =>
  auditLine(
    new Request(`https://portal.example${path}`, { method: 'POST', headers: { 'x-nf-request-id': 'r1' } }),
    status,
  )

test('each call of an action is one line: which, how it ended, and the request it belongs to', () => {
  expect(line('/_actions/auth.signIn', 401)).toBe('{"action":"auth.signIn","status":401,"requestId":"r1"}')
})

test.each(['/_actions/leilani@example.org', '/_actions/auth.signIn%0a', '/_actions/', '/_actions/a.b.c'])(
  'what somebody typed in place of a name is not repeated: %s',
  (path) => {
    expect(line(path, 404)).toBe('{"action":"unknown","status":404,"requestId":"r1"}')
  },
)

test('nothing of the query or the body is in the line', () => {
  expect(line('/_actions/auth.resetPassword?token=secret', 200)).not.toContain('secret')
})

test('a request for anything else is no line', () => {
  expect(line('/500', 500)).toBeNull()
})

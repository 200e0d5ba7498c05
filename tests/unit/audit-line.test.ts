import { afterEach, expect, test, vi } from 'vitest'
import { auditLine } from '#src/server/gate/audit-line.ts'
import { log } from '#src/server/log.ts'

const written = vi.spyOn(console, 'info').mockImplementation(() => undefined)
afterEach(() => written.mockClear())

function line(path: string, status: number): unknown {
  const request = new Request(`https://portal.example${path}`, {
    method: 'POST',
    headers: { 'x-nf-request-id': 'r1' },
  })
  const entry = auditLine(request, status)
  if (entry) log('info', entry)
  return written.mock.lastCall?.[0] ?? null
}

test('each call of an action is one line: which, how it ended, and the request it belongs to', () => {
  expect(line('/_actions/auth.signIn', 401)).toBe(
    '{"code":"action","action":"auth.signIn","status":401,"requestId":"r1"}',
  )
})

test.each(['/_actions/leilani@example.org', '/_actions/auth.signIn%0a', '/_actions/', '/_actions/a.b.c'])(
  'what somebody typed in place of a name is not repeated: %s',
  (path) => {
    expect(line(path, 404)).toBe('{"code":"action","action":"unknown","status":404,"requestId":"r1"}')
  },
)

test('nothing of the query or the body is in the line', () => {
  expect(line('/_actions/auth.resetPassword?token=secret', 200)).not.toContain('secret')
})

test('a request for anything else is no line', () => {
  expect(line('/500', 500)).toBeNull()
})

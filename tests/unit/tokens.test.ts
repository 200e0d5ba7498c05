import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as tokens from '#src/server/tokens.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  ['of a mailed link', tokens.newToken, tokens.isToken],
  ['of a calendar’s address', () => tokens.newToken('hex'), tokens.isFeedToken],
] as const)('the token %s is 32 random bytes, stored as their SHA-256', (_, make, isOne) => {
  const [one, other] = [make(), make()]
  expect(one.token).not.toBe(other.token)
  expect(isOne(one.token)).toBe(true)
  expect(one.hash).toBe(sha256(one.token))
  expect(tokens.sha256Hex('ʻōlelo')).toBe(sha256('ʻōlelo'))
})

test.each([
  ['link', tokens.isToken, 'aZ0_-'.padEnd(43, 'a'), '+'],
  ['feed', tokens.isFeedToken, '09af'.padEnd(64, '0'), 'g'],
  ['session', tokens.isSessionToken, 'az27'.padEnd(40, 'a'), '1'],
] as const)('a token of a %s has one shape', (_, isOne, right, wrong) => {
  expect(isOne(right)).toBe(true)
  for (const other of [`${right}a`, `a${right}`, right.slice(1), right.slice(1) + wrong, '', `${right}\n`])
    expect(isOne(other), other).toBe(false)
})

test('a cookie is for this host alone, hidden from scripts, and not sent along by other sites', () => {
  const cookie = { name: 'device', value: 'value', maxAge: 60 } as const
  expect(tokens.serializeCookie(cookie, 'https://localhost:4321')).toBe(
    '__Host-device=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  // WebKit keeps no `Secure` cookie from http://localhost.
  expect(tokens.serializeCookie(cookie, 'http://localhost:4321')).toBe(
    'device=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  )
})

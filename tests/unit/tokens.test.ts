import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { serializeCookie } from '#src/server/cookies.ts'
import * as tokens from '#src/server/tokens.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a token is stored as its SHA-256', () => {
  const [one, other] = [tokens.newToken(), tokens.newToken()]
  expect(one.token).not.toBe(other.token)
  expect(tokens.isToken(one.token)).toBe(true)
  expect(one.hash).toBe(sha256(one.token))
  expect(tokens.sha256Hex('ʻōlelo')).toBe(sha256('ʻōlelo'))
})

test('a token has 64 hexadecimal digits', () => {
  const right = '09af'.padEnd(64, '0')
  expect(tokens.isToken(right)).toBe(true)
  for (const other of [`${right}a`, `a${right}`, right.slice(1), `${right.slice(1)}g`, '', `${right}\n`])
    expect(tokens.isToken(other), other).toBe(false)
})

test('a cookie is for this host alone', () => {
  const cookie = { name: 'device', value: 'value', maxAge: 60 } as const
  expect(serializeCookie(cookie, 'https://localhost:4321')).toBe(
    '__Host-device=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  // WebKit keeps no `Secure` cookie from http://localhost.
  expect(serializeCookie(cookie, 'http://localhost:4321')).toBe(
    'device=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  )
})

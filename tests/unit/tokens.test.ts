import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  hostCookie,
  isFeedToken,
  isSessionToken,
  isToken,
  newFeedToken,
  newToken,
  serializeCookie,
  sha256Hex,
} from '#src/server/tokens.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each([
  ['of a mailed link', newToken, isToken],
  ['of a calendar’s address', newFeedToken, isFeedToken],
] as const)('the token %s', (_, make, isOne) => {
  test('is 32 random bytes, stored as their SHA-256', () => {
    const [one, other] = [make(), make()]
    expect(one.token).not.toBe(other.token)
    expect(isOne(one.token)).toBe(true)
    expect(one.hash).toBe(sha256(one.token))
  })
})

test('what is stored in place of a secret is its SHA-256, in hexadecimal digits', () => {
  expect(sha256Hex('ʻōlelo')).toBe(sha256('ʻōlelo'))
})

describe('what has not the shape of a token is asked for nowhere', () => {
  const shapes = {
    link: [isToken, 43, 'aZ0_-'],
    feed: [isFeedToken, 64, '09af'],
    session: [isSessionToken, 40, 'az27'],
  } as const
  const wrong = { link: '+', feed: 'g', session: '1' }

  test.each(['link', 'feed', 'session'] as const)('%s', (kind) => {
    const [isOne, length, letters] = shapes[kind]
    const right = letters.padEnd(length, letters[0])
    expect(isOne(right)).toBe(true)
    const others = [
      `${right}a`,
      `a${right}`,
      right.slice(1),
      right.slice(1) + wrong[kind],
      '',
      letters[0] ?? '',
      `${right}\n`,
    ]
    for (const other of others) expect(isOne(other), other).toBe(false)
    expect(isOne(wrong[kind].repeat(length))).toBe(false)
  })
})

test('a cookie is for this host alone, hidden from scripts, and not sent along by other sites', () => {
  const cookie = hostCookie('device', 'value', 60)
  expect(cookie).toEqual({
    name: '__Host-device',
    value: 'value',
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 60 },
  })
  expect(serializeCookie(cookie)).toBe(
    '__Host-device=value; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

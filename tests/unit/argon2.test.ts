import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { OverloadedError } from '#src/server/overload.ts'
import { createArgon2, DUMMY_HASH } from '#src/server/vendors/argon2.ts'

const argon2 = createArgon2()

test('a hash is Argon2id by OWASP’s parameters', async () => {
  expect(await argon2.hash('aloha kakahiaka')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the password of the hash verifies', async () => {
  const passwordHash = await argon2.hash('aloha kakahiaka')
  expect(await argon2.verify(passwordHash, 'aloha kakahiaka')).toBe(true)
  expect(await argon2.verify(passwordHash, 'aloha kakahiaka ')).toBe(false)
})

test('é typed as one character or as two is the same password', async () => {
  expect(await argon2.verify(await argon2.hash('cafe\u0301 noir'), 'caf\u00e9 noir')).toBe(true)
})

test('sign-in-flood: the 303rd waiting password is refused', async () => {
  const known = await hash('x', { memoryCost: 1024, timeCost: 1 })
  const all = Array.from({ length: 302 }, () => argon2.verify(known, 'x'))
  await expect(argon2.verify(known, 'x')).rejects.toThrow(OverloadedError)
  await expect(argon2.hash('x')).rejects.toThrow(OverloadedError)
  expect(await Promise.all(all)).toEqual(Array<boolean>(302).fill(true))
  expect(await argon2.verify(known, 'x')).toBe(true)
})

test('no password verifies without an account', async () => {
  expect(await argon2.verify(null, '')).toBe(false)
})

test.each([
  ['less memory', { memoryCost: 8192, timeCost: 2 }, true],
  ['fewer passes', { memoryCost: 19_456, timeCost: 1 }, true],
  ['the same', { memoryCost: 19_456, timeCost: 2 }, false],
  ['more of both', { memoryCost: 20_480, timeCost: 3 }, false],
])('a hash made with %s: outdated is %s', async (_, parameters, outdated) => {
  expect(argon2.isOutdated(await hash('aloha kakahiaka', parameters))).toBe(outdated)
})

test('verifying without an account takes as much work as with one', () => {
  expect(argon2.isOutdated(DUMMY_HASH)).toBe(false)
})

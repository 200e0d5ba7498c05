import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { argon2 } from '#src/server/vendors/argon2.ts'

test('a hash is Argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await argon2.hash('aloha kakahiaka')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the password of the hash verifies', async () => {
  const passwordHash = await argon2.hash('aloha kakahiaka')
  expect(await argon2.verify(passwordHash, 'aloha kakahiaka')).toBe(true)
  expect(await argon2.verify(passwordHash, 'aloha kakahiaka ')).toBe(false)
})

test('nothing verifies against no account', async () => {
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

test('verifying against no account takes as long as against one', async () => {
  const passwordHash = await argon2.hash('aloha kakahiaka')
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 15; round++) {
    known.push(await timed(() => argon2.verify(passwordHash, 'wrong')))
    unknown.push(await timed(() => argon2.verify(null, 'wrong')))
  }
  expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
  expect(median(unknown) / median(known)).toBeLessThan(2)
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

import { beforeEach, describe, expect, test } from 'vitest'
import { boundedHasher } from '#src/server/adapters/bounded-hasher.ts'
import { BusyError } from '#src/server/auth/busy-error.ts'
import type { PasswordHasher } from '#src/server/vendors/ports.ts'

/** Hashes that end when the test says so, in the order they began. */
let running: (() => void)[]
let most: number
let hasher: PasswordHasher
beforeEach(() => {
  running = []
  most = 0
  const work = <T>(result: T) => {
    const { promise, resolve } = Promise.withResolvers<T>()
    running.push(() => {
      resolve(result)
    })
    most = Math.max(most, running.length)
    return promise
  }
  const slow: PasswordHasher = {
    hash: (password) => work(`hash of ${password}`),
    verify: () => work(true),
    isOutdated: () => true,
  }
  hasher = boundedHasher(slow, { atOnce: 2, waiting: 3 })
})

describe('sign-in-flood: passwords are hashed', () => {
  test('two at once, and those who wait in their order', async () => {
    const done: string[] = []
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => hasher.hash(name).then((hash) => done.push(hash)))
    await endAll()
    await Promise.all(all)
    expect(most).toBe(2)
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `hash of ${name}`))
  })

  test('with too many waiting the next is refused at once, and the others are not disturbed', async () => {
    const all = Array.from({ length: 5 }, () => hasher.verify('$', 'x'))
    await expect(hasher.verify('$', 'x')).rejects.toThrow(BusyError)
    await expect(hasher.hash('x')).rejects.toThrow(BusyError)
    await endAll()
    expect(await Promise.all(all)).toEqual([true, true, true, true, true])
  })

  test('again once the queue is shorter', async () => {
    const first = Array.from({ length: 5 }, () => hasher.verify('$', 'x'))
    await endAll()
    await Promise.all(first)
    const second = Array.from({ length: 5 }, () => hasher.verify('$', 'x'))
    await endAll()
    expect(await Promise.all(second)).toHaveLength(5)
  })

  test('by somebody else when one of them fails', async () => {
    const failing = boundedHasher(
      { ...hasher, hash: () => Promise.reject(new Error('out of memory')) },
      { atOnce: 1, waiting: 1 },
    )
    const all = await Promise.allSettled([failing.hash('a'), failing.hash('b'), failing.hash('c')])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(failing.hash('d')).rejects.toThrow('out of memory')
  })

  test('and asking whether a hash is outdated waits for nobody', () => {
    expect(hasher.isOutdated('$')).toBe(true)
  })
})

async function endAll(): Promise<void> {
  do {
    running.shift()?.()
    // Whoever takes over the place begins before the next one ends.
    await new Promise((resolve) => setImmediate(resolve))
  } while (running.length > 0)
}

import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { BusyError } from '#src/server/queue.ts'
import { createBounds, withBoundedLookups } from '#src/server/sessions/bounded-lookups.ts'
import type { FoundSession, Sessions } from '#src/server/vendors/ports.ts'
import { plainMember } from '../fakes/member.ts'

/** More than members and strangers together may ask and wait. */
const FLOOD = 400

let nowMs: number
/** The sessions that there are. */
let live: Set<string>
/** Look-ups that the database has not answered yet, in the order they came. */
let asked: { token: string; answer: () => void; fail: () => void }[]
let askedInAll: string[]
let sessions: Sessions
beforeEach(() => {
  nowMs = 0
  live = new Set()
  asked = []
  askedInAll = []
  const unused = () => Promise.reject(new Error('not looked up'))
  const stored: Sessions = {
    start: unused,
    end: unused,
    endAllOf: unused,
    find(token) {
      askedInAll.push(token)
      const { promise, resolve, reject } = Promise.withResolvers<FoundSession | null>()
      const answer = () => {
        resolve(live.has(token) ? sessionOf(token) : null)
      }
      const fail = () => {
        reject(new Error('database down'))
      }
      asked.push({ token, answer, fail })
      return promise
    },
  }
  sessions = withBoundedLookups(
    stored,
    createBounds(() => nowMs),
  )
})

describe('a session that was found', () => {
  test('is asked for again each time, and not found as soon as it has ended', async () => {
    const token = await knownMember()
    for (let n = 0; n < 3; n++) expect(await answered(sessions.find(token))).not.toBeNull()
    expect(askedInAll).toHaveLength(4)
    live.delete(token)
    expect(await answered(sessions.find(token))).toBeNull()
  })

  test('is asked for even while the same was just asked: nobody shares an answer', async () => {
    const token = await knownMember()
    const [first, second] = [sessions.find(token), sessions.find(token)]
    await settled()
    expect(asked.map((each) => each.token)).toEqual([token, token])
    asked.shift()?.answer()
    live.delete(token)
    asked.shift()?.answer()
    expect([(await first) === null, await second]).toEqual([false, null])
  })

  test('waits for no stranger, however many there are and wherever from', async () => {
    const token = await knownMember()
    const strangers = flood((n) => `198.51.100.${n % 250}`)
    const found = sessions.find(token, '198.51.100.1')
    await settled()
    expect(asked.at(-1)?.token).toBe(token)
    asked.at(-1)?.answer()
    expect(await found).not.toBeNull()
    await answered(strangers)
  })

  test('is kept in mind from the last time it was found', async () => {
    const token = await knownMember()
    for (let n = 0; n < 9999; n++) await knownMember()
    await answered(sessions.find(token))
    await knownMember()
    await expectToGoBeforeStrangers(token)
  })

  test('is a stranger’s again once it was not found', async () => {
    const token = await knownMember()
    live.delete(token)
    await answered(sessions.find(token))
    nowMs += 60_000
    void flood(() => '198.51.100.1')
    const again = sessions.find(token, '198.51.100.1')
    await expect(again).rejects.toThrow(BusyError)
  })
})

describe('a token that is unknown', () => {
  test('costs one look at the database in five seconds, from wherever it comes', async () => {
    const token = madeUp()
    for (const address of ['192.0.2.1', '198.51.100.1', undefined]) {
      expect(await answered(sessions.find(token, address))).toBeNull()
    }
    expect(askedInAll).toHaveLength(1)
    nowMs += 4999
    await answered(sessions.find(token))
    expect(askedInAll).toHaveLength(1)
    nowMs += 1
    await answered(sessions.find(token))
    expect(askedInAll).toHaveLength(2)
  })

  test('costs no more when it is asked for many times at once than may be looked up at once', async () => {
    const token = madeUp()
    const all = Array.from({ length: 60 }, () => sessions.find(token))
    expect(await answered(Promise.all(all))).toEqual(Array<null>(60).fill(null))
    expect(askedInAll.length).toBeLessThanOrEqual(2)
  })

  test('is not what an outage leaves behind', async () => {
    const token = madeUp()
    live.add(token)
    const failing = sessions.find(token)
    await settled()
    asked.shift()?.fail()
    await expect(failing).rejects.toThrow('database down')
    expect(await answered(sessions.find(token))).not.toBeNull()
  })

  test.each(['', 'too-short', 'A'.repeat(40), 'a'.repeat(41)])(
    'and no token by its shape costs nothing: %j',
    async (token) => {
      expect(await sessions.find(token)).toBeNull()
      expect(askedInAll).toEqual([])
    },
  )

  test('is forgotten before memory grows without bounds', async () => {
    const first = madeUp()
    await answered(sessions.find(first))
    for (let n = 0; n < 10_000; n++) await answered(sessions.find(madeUp()))
    await answered(sessions.find(first))
    expect(askedInAll.filter((token) => token === first)).toHaveLength(2)
  })

  test('is kept in mind beside 9,999 others', async () => {
    const first = madeUp()
    await answered(sessions.find(first))
    for (let n = 0; n < 9999; n++) await answered(sessions.find(madeUp()))
    await answered(sessions.find(first))
    expect(askedInAll.filter((token) => token === first)).toHaveLength(1)
  })
})

describe('strangers', () => {
  test('are looked up a few at once, and what is too much is refused without a look at the database', async () => {
    const results = flood((n) => `198.51.100.${n % 250}`)
    await settled()
    expect(asked).toHaveLength(2)
    const outcomes = await answered(results)
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(FLOOD - 66)
    expect(askedInAll).toHaveLength(66)
  })

  test.each([
    ['an IPv4 address', () => '198.51.100.1'],
    ['a network of IPv6', (n: number) => `2001:db8::${n.toString(16)}`],
  ])(
    'of one network, %s, keep nobody of another out, and not waiting for more than is under way',
    async (_name, from) => {
      const strangers = flood(from)
      const token = madeUp()
      live.add(token)
      const newcomer = sessions.find(token, '203.0.113.7')
      for (let n = 0; n < 5; n++) await answerOne()
      expect(askedInAll.slice(0, 6)).toContain(token)
      expect(await answered(newcomer)).not.toBeNull()
      await answered(strangers)
    },
  )

  test('are members from their first session found on', async () => {
    const token = madeUp()
    live.add(token)
    await answered(sessions.find(token, '198.51.100.1'))
    await expectToGoBeforeStrangers(token)
  })
})

describe('a network that brought more than ten unknown tokens', () => {
  beforeEach(async () => {
    for (let n = 0; n < 11; n++) await answered(sessions.find(madeUp(), `2001:db8::${n}`))
    askedInAll = []
  })

  test('has no stranger looked up for ten seconds, not even with a session', async () => {
    const token = madeUp()
    live.add(token)
    await expect(sessions.find(token, '2001:db8::ff')).rejects.toThrow(BusyError)
    nowMs += 9999
    await expect(sessions.find(token, '2001:db8::ff')).rejects.toThrow(BusyError)
    expect(askedInAll).toEqual([])
    nowMs += 1
    expect(await answered(sessions.find(token, '2001:db8::ff'))).not.toBeNull()
  })

  test('is still told at once what was found to be unknown', async () => {
    const token = madeUp()
    await answered(sessions.find(token, '2001:db8:0:1::'))
    askedInAll = []
    expect([await sessions.find(token, '2001:db8::ff'), askedInAll]).toEqual([null, []])
  })

  test('keeps nobody out who comes from another, or who was found before', async () => {
    const token = madeUp()
    live.add(token)
    expect(await answered(sessions.find(token, '2001:db8:0:1::'))).not.toBeNull()
    expect(await answered(sessions.find(token, '2001:db8::ff'))).not.toBeNull()
  })
})

test('a network that brings ten unknown tokens every ten seconds is not shut out', async () => {
  const bring = async () => {
    for (let n = 0; n < 10; n++) await answered(sessions.find(madeUp(), '198.51.100.1'))
  }
  await bring()
  nowMs += 10_000
  await bring()
  const token = madeUp()
  live.add(token)
  expect(await answered(sessions.find(token, '198.51.100.1'))).not.toBeNull()
})

test('where no address is known nobody is shut out for what others brought', async () => {
  for (let n = 0; n < 50; n++) expect(await answered(sessions.find(madeUp()))).toBeNull()
})

test('sessions that are found count for nothing against a network: a room of people gets in', async () => {
  for (let n = 0; n < 40; n++) {
    const token = madeUp()
    live.add(token)
    expect(await answered(sessions.find(token, '198.51.100.1'))).not.toBeNull()
  }
})

function flood(addressOf: (n: number) => string): Promise<(FoundSession | null | 'busy')[]> {
  const all = Array.from({ length: FLOOD }, (_, n) =>
    sessions.find(madeUp(), addressOf(n)).catch((error: unknown) => {
      if (error instanceof BusyError) return 'busy' as const
      throw error
    }),
  )
  return Promise.all(all)
}

async function expectToGoBeforeStrangers(token: string): Promise<void> {
  void flood(() => '198.51.100.1')
  const found = sessions.find(token, '198.51.100.1')
  await settled()
  expect(asked.at(-1)?.token).toBe(token)
  asked.at(-1)?.answer()
  expect(await found).not.toBeNull()
}

async function knownMember(): Promise<string> {
  const token = madeUp()
  live.add(token)
  await answered(sessions.find(token))
  return token
}

/** The database answers whatever is asked, one after the other, until this is there. */
async function answered<T>(result: Promise<T>): Promise<T> {
  let isThere = false as boolean
  const there = () => {
    isThere = true
  }
  result.then(there, there)
  await settled()
  while (!isThere) await answerOne()
  return result
}

async function answerOne(): Promise<void> {
  asked.shift()?.answer()
  await settled()
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function madeUp(): string {
  return Array.from(randomBytes(40), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31]).join('')
}

function sessionOf(id: string): FoundSession {
  return { member: { ...plainMember, id }, renewedCookie: null }
}

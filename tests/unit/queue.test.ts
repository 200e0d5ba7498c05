import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BusyError, createQueue, type Bounds, type Queue } from '#src/server/queue.ts'

/** Pieces of work that end when the test says so, by the order in which they began. */
let begun: string[]
let ends: (() => void)[]
let refused: string[]
beforeEach(() => {
  begun = []
  ends = []
  refused = []
})
afterEach(() => {
  vi.useRealTimers()
})

describe('turns go round among those whose work it is', () => {
  test.each([
    ['one asks for much, another for little', ['a1', 'a2', 'a3', 'b1'], ['a1', 'a2', 'b1', 'a3']],
    ['three ask for the same', ['a1', 'a2', 'b1', 'b2', 'c1'], ['a1', 'a2', 'b1', 'c1', 'b2']],
    ['it is all of one', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
  ])('when %s', async (_when, asked, order) => {
    const inTurn = createQueue({ atOnce: 1, waiting: 9 })
    for (const name of asked) ask(inTurn, name)
    await endAll()
    expect(begun).toEqual(order)
  })
})

describe('with too many waiting', () => {
  test.each([
    ['the newcomer is refused when nobody has more', { waiting: 2 }, ['a1', 'b1', 'c1', 'd1'], ['d1']],
    ['so is more of the one who has most', { waiting: 3 }, ['a1', 'a2', 'a3', 'b1', 'a4'], ['a4']],
    [
      'the last of who has most is, in favour of who has none',
      { waiting: 3 },
      ['a1', 'a2', 'a3', 'a4', 'b1'],
      ['a4'],
    ],
    ['nobody who waits alone is', { waiting: 2 }, ['a1', 'b1', 'b2', 'c1', 'd1'], ['b2', 'd1']],
    ['with no room to wait everybody is', { waiting: 0 }, ['a1', 'a2', 'b1'], ['a2', 'b1']],
  ])('%s', async (_rule, bounds, asked, out) => {
    const inTurn = createQueue({ atOnce: 1, ...bounds })
    for (const name of asked) ask(inTurn, name)
    await settled()
    expect(refused.toSorted()).toEqual(out)
    await endAll()
    expect(begun.toSorted()).toEqual(asked.filter((name) => !out.includes(name)).toSorted())
  })
})

test('whoever waits too long is refused, is never begun, and leaves the room to others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const inTurn = createQueue({ atOnce: 1, waiting: 1, longestWaitMs: 1000 } satisfies Bounds)
  ask(inTurn, 'a1')
  ask(inTurn, 'b1')
  await vi.advanceTimersByTimeAsync(999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['b1'])
  ask(inTurn, 'c1')
  await endAll()
  expect(begun).toEqual(['a1', 'c1'])
})

test('work that is under way is not cut off by the time that others may wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const inTurn = createQueue({ atOnce: 1, waiting: 1, longestWaitMs: 1000 })
  ask(inTurn, 'a1')
  ask(inTurn, 'b1')
  await settled()
  ends.shift()?.()
  await settled()
  expect([begun, vi.getTimerCount()]).toEqual([['a1', 'b1'], 0])
  await vi.advanceTimersByTimeAsync(5000)
  expect(refused).toEqual([])
})

test('work that is nobody’s in particular waits in one queue', async () => {
  const inTurn = createQueue({ atOnce: 1, waiting: 3 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const results = [inTurn(() => promise), inTurn(() => Promise.resolve('second'))]
  resolve('first')
  expect(await Promise.all(results)).toEqual(['first', 'second'])
})

/** The first letter says whose work it is. */
function ask(inTurn: Queue, name: string): void {
  const work = () => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<null>()
    ends.push(() => {
      resolve(null)
    })
    return promise
  }
  inTurn(work, name[0]).catch((error: unknown) => {
    if (error instanceof BusyError) refused.push(name)
  })
}

async function endAll(): Promise<void> {
  await settled()
  while (ends.length > 0) {
    ends.shift()?.()
    await settled()
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches } from '#src/server/batches.ts'

const GATHER_MS = 5

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('who asks alone is asked about at once', () => {
  const { find, asked } = lookUps()
  void find('a')
  expect(asked).toEqual(['a'])
})

test('who come while a question is under way are asked about together when it is over, each once', async () => {
  const { find, asked, answer } = lookUps()
  const found = [find('a'), find('b'), find('c'), find('b')]
  await answer({ a: 1 })
  expect(asked).toEqual(['a', 'b c'])
  await answer({ b: 2, c: 3 })
  expect(await Promise.all(found)).toEqual([1, 2, 3, 2])
})

test('what was asked before is no answer to who asks later', async () => {
  const { find, asked, answer } = lookUps()
  const before = find('a')
  const later = find('a')
  await answer({ a: 1 })
  await answer({})
  expect([asked, await before, await later]).toEqual([['a', 'a'], 1, null])
})

test('a question that hangs keeps others waiting no longer than it takes to gather them', async () => {
  const { find, asked } = lookUps()
  void find('a')
  void find('b')
  await vi.advanceTimersByTimeAsync(GATHER_MS - 1)
  expect(asked).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['a', 'b'])
})

test('a question that fails fails for all who are in it, and the next is asked', async () => {
  const { find, asked, fail, answer } = lookUps()
  const failed = Promise.allSettled([find('a')])
  const next = find('b')
  await fail(new Error('down'))
  await answer({ b: 2 })
  expect([asked, (await failed)[0].status, await next]).toEqual([['a', 'b'], 'rejected', 2])
})

/** `answer` and `fail` are for the question that was asked first of those under way. */
function lookUps() {
  const asked: string[] = []
  const underWay: PromiseWithResolvers<Map<string, number>>[] = []
  const find = inBatches(GATHER_MS, (keys) => {
    asked.push(keys.join(' '))
    const question = Promise.withResolvers<Map<string, number>>()
    underWay.push(question)
    return question.promise
  })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return {
    asked,
    find,
    answer: (found: Record<string, number>) => {
      underWay.shift()?.resolve(new Map(Object.entries(found)))
      return settled()
    },
    fail: (error: Error) => {
      underWay.shift()?.reject(error)
      return settled()
    },
  }
}

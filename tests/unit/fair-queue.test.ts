import { expect, test } from 'vitest'
import { createFairQueue } from '../../netlify/local/site/fair-queue.ts'

test('requests that are ready together begin in their order, one in each turn of the event loop', async () => {
  const begun = beginAll(['a1', 'b1', 'a2', 'c1'])
  const seen: string[] = []
  for (let n = 0; n < 4; n++) {
    await nextTurn()
    seen.push(begun.join(' '))
  }
  expect(seen).toEqual(['a1', 'a1 b1', 'a1 b1 a2', 'a1 b1 a2 c1'])
})

test('an address with very many takes turns with all the others', async () => {
  const flood = Array.from({ length: 50 }, (_, n) => `f${n}`)
  const begun = beginAll([...flood, 'a1', 'b1', 'a2'])
  while (begun.length < 53) await nextTurn()
  const places = ['a1', 'b1', 'a2'].map((name) => begun.indexOf(name))
  // Eight of the flood wait in the common queue before them, and each of these turns may be followed by one of its own.
  expect(places).toEqual([16, 18, 20])
  expect(begun.filter((name) => name.startsWith('f'))).toHaveLength(50)
})

test('of too many the next is refused at once, and one with less waiting takes the last place of who has most', async () => {
  const { turn, refused } = watchedQueue()
  for (let n = 0; n < 256; n++) turn(`f${n}`)
  turn('f256')
  turn('a1')
  await nextTurn()
  expect(refused).toEqual(['f256', 'f255'])
})

test('after a pause the next begins as the first did', async () => {
  const turn = createFairQueue()
  await turn('a')
  await nextTurn()
  await turn('a')
})

/** The first letter is the address. */
function beginAll(names: string[]): string[] {
  const turn = createFairQueue()
  const begun: string[] = []
  for (const name of names) void turn(name[0] ?? '').then(() => begun.push(name))
  return begun
}

/** The first letter is the address. */
function watchedQueue() {
  const enter = createFairQueue()
  const refused: string[] = []
  const turn = (name: string) =>
    void enter(name[0] ?? '').then((isServed) => {
      if (!isServed) refused.push(name)
    })
  return { turn, refused }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

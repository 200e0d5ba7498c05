import { expect, test } from 'vitest'
import { createLoopTurns } from '../../netlify/local/site/loop-turns.ts'

test('requests that are ready together begin in their order, one in each turn of the event loop', async () => {
  const turn = createLoopTurns()
  const begun: string[] = []
  const all = ['a', 'b', 'c'].map((name) => turn().then(() => begun.push(name)))
  const seen: number[] = []
  while (begun.length < 3) {
    seen.push(begun.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c'])
  // Never two more than at the turn before.
  expect(seen.every((count, turnBefore) => count - (seen[turnBefore - 1] ?? 0) <= 1)).toBe(true)
  await turn()
})

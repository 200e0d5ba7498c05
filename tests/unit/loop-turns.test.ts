import { expect, test } from 'vitest'
import { createLoopTurns } from '../../netlify/local/site/loop-turns.ts'

test('requests that are ready together begin in their order, one in each turn of the event loop', async () => {
  const turn = createLoopTurns()
  const begun: string[] = []
  for (const name of ['a', 'b', 'c']) void turn().then(() => begun.push(name))
  const seen: string[] = []
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(begun.join(''))
  }
  expect(seen).toEqual(['a', 'ab', 'abc'])

  await turn()
})

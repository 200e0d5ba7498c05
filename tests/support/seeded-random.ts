import { createHash, randomUUID } from 'node:crypto'
import { onTestFailed } from 'vitest'

/** Random numbers from 0 up to 1. If the test that calls this fails, it prints the `SEED` that draws them again. */
export function seededRandom(): () => number {
  const seed = process.env.SEED ?? randomUUID()
  let drawn = 0
  onTestFailed(() => console.log(`SEED=${seed} draws the same random numbers again.`))
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
}

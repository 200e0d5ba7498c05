import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history, take } from './steps.ts'
import { look, newWorld, type Portal, startPortal } from './world.ts'

/**
 * This seed and number find the hole when an invited account keeps its password, and when a link confirms in any browser.
 * More: `MODEL_RUNS=5000 MODEL_SEED=1 npx vitest run --project unit tests/model`.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 40)
const SEED = Number(process.env.MODEL_SEED ?? 7)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test(
  'no one enters who did not prove the mailbox of an account that a person approved or invited',
  async () => {
    const rule = fc.asyncProperty(history, async (steps) => {
      const world = newWorld(portal)
      for (const step of steps) await look(world, await take(world, step))
      expect(world.ledger.violations).toEqual([])
    })
    await fc.assert(rule, { seed: SEED, numRuns: RUNS, endOnFailure: false })
  },
  24 * 3_600_000,
)

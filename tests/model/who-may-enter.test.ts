import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { history as histories, type Step, take } from './steps.ts'
import { look, newWorld, type Portal, startPortal } from './world.ts'

/** In all about so many steps; `npm run model` takes more. */
const STEPS = Number(process.env.MODEL_STEPS ?? 2000)
const MINUTES = Number(process.env.MODEL_MINUTES ?? 10)
const TEN_MINUTES = 600_000
const SEED = Number(process.env.MODEL_SEED ?? 20_261_121)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test(
  'no one enters who did not prove the mailbox of an account that a person approved or invited',
  { timeout: 24 * TEN_MINUTES },
  async () => {
    const outcome = await search({ seed: SEED, after: 0, steps: STEPS })
    process.stdout.write(`${outcome.steps} steps in ${outcome.histories} histories, seed ${SEED}\n`)
    expect(outcome.broken && (await shortest(outcome.broken.history))).toBeNull()
    expect(outcome.steps).toBeGreaterThan(0)
  },
)

/** Each rule taken out: the same search finds the hole. */
describe('the search finds the hole', () => {
  test.each([
    ['an invited unconfirmed account keeps its password', 'invite_person', 'password_hash = null, ', ''],
    [
      'a link confirms on load in any browser',
      'confirm_email',
      'sign_up_browser_hash = browser_hash',
      'true',
    ],
  ])('when %s', { timeout: TEN_MINUTES }, async (_, name, rule, without) => {
    const [row] = await portal.asOwner('select pg_get_functiondef($1::regproc) as source', [name])
    const source = row?.source ?? ''
    expect(source).toContain(rule)
    await portal.asOwner(source.replace(rule, without))
    try {
      const { broken } = await search({ seed: SEED, after: 0, steps: 5000 })
      expect(broken?.violations[0]).toMatch(/entered an account whose mailbox they never proved/)
    } finally {
      await portal.asOwner(source)
    }
  })
})

/** Lives the histories of a seed, all but the first so many, until one breaks the rule or there were enough steps. */
async function search({ seed, after, steps }: Search): Promise<Outcome> {
  const outcome: Outcome = { steps: 0, histories: 0, broken: null }
  const endsAt = Date.now() + MINUTES * 60_000
  for (const history of endlessly(seed).drop(after)) {
    outcome.histories += 1
    outcome.steps += history.length
    const violations = await live(history)
    if (violations.length > 0) outcome.broken = { violations, history }
    if (outcome.broken || outcome.steps >= steps || Date.now() > endsAt) break
  }
  return outcome
}

function* endlessly(seed: number): IteratorObject<readonly Step[]> {
  // The first samples of a seed are the plainest ones: a few seeds with many samples each.
  for (let nth = 0; ; nth++) yield* fc.sample(histories, { seed: seed + nth, numRuns: 500 })
}

async function live(history: readonly Step[]): Promise<readonly string[]> {
  const world = newWorld(portal)
  for (const step of history) {
    await look(world, await take(world, step))
    if (world.ledger.violations.length > 0) break
  }
  return world.ledger.violations
}

/** Leaves out every step without which the rule is broken all the same. */
async function shortest(history: readonly Step[]): Promise<Broken<string>> {
  let left = [...history]
  for (let nth = left.length - 1; nth >= 0; nth--) {
    const without = left.toSpliced(nth, 1)
    if ((await live(without)).length > 0) left = without
  }
  const violations = await live(left)
  return { violations, history: left.map((step) => JSON.stringify(step)) }
}

interface Search {
  seed: number
  after: number
  steps: number
}

interface Outcome {
  steps: number
  histories: number
  broken: Broken<Step> | null
}

interface Broken<AStep> {
  violations: readonly string[]
  history: readonly AStep[]
}

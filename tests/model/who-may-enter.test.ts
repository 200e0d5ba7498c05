import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { history as histories, type Step, take } from './steps.ts'
import { look, newWorld, type Portal, startPortal } from './world.ts'

/** In all about so many steps; `npm run model` takes more. */
const STEPS = Number(process.env.MODEL_STEPS ?? 500)
const MINUTES = Number(process.env.MODEL_MINUTES ?? 10)
const TEN_MINUTES = 600_000
const SEED = Number(process.env.MODEL_SEED ?? 20_261_121)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test(
  'whoever sees a protected page was approved by a person or stood unspent on the roster, and no later decision says otherwise',
  { timeout: 24 * TEN_MINUTES },
  async () => {
    const outcome = await search({ seed: SEED, after: 0, steps: STEPS })
    process.stdout.write(`${outcome.steps} steps in ${outcome.histories} histories, seed ${SEED}\n`)
    expect(outcome.broken && (await shortest(outcome.broken.history))).toBeNull()
    expect(outcome.steps).toBeGreaterThan(0)
  },
)

/** Each mend taken out: the same search finds the hole again, begun shortly before the history that does. */
describe('the search finds', () => {
  test(
    'a roster that takes a confirmed address for a proven password',
    { timeout: TEN_MINUTES },
    async () => {
      await without(
        [
          ['trigger', 'users_proven_from_roster', '(new.password_proven_at IS NOT NULL)'],
          ['function', 'approve_from_roster', 'u.password_proven_at is not null'],
        ],
        async () => {
          const { broken } = await search({ seed: 6000, after: 65, steps: 100 })
          expect(broken?.violations[0]).toMatch(/entered by the roster's row/)
        },
      )
    },
  )

  test('a roster that admits more than once', { timeout: TEN_MINUTES }, async () => {
    await without([['function', 'approve_from_roster', 'r.spent_at is null']], async () => {
      const { broken } = await search({ seed: 19_000, after: 0, steps: 200 })
      expect(broken?.violations[0]).toMatch(/let in a second account/)
    })
  })
})

/** Runs the work while these conditions of the schema hold for everybody. */
async function without(conditions: readonly Condition[], work: () => Promise<void>): Promise<void> {
  const sources = await Promise.all(conditions.map(([kind, name]) => sourceOf(kind, name)))
  try {
    for (const [nth, [, name, condition]] of conditions.entries()) {
      const source = sources[nth] ?? ''
      expect(source, name).toContain(condition)
      await portal.asOwner(source.replaceAll(condition, 'true'))
    }
    await work()
  } finally {
    for (const source of sources) await portal.asOwner(source)
  }
}

async function sourceOf(kind: Condition[0], name: string): Promise<string> {
  const text = {
    function: 'select pg_get_functiondef($1::regproc) as source',
    trigger: `select replace(pg_get_triggerdef(oid), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER') as source
      from pg_trigger where tgname = $1`,
  }[kind]
  const [row] = await portal.asOwner(text, [name])
  return row?.source ?? ''
}

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

type Condition = readonly ['function' | 'trigger', string, string]

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

import { MINUTE_MS } from '#src/shared/units.ts'
import { seeded, type Chance } from '../support/seeded.ts'
import { doAsAdmin } from './admins-deeds.ts'
import { findContradiction } from './linearizable.ts'
import { memberModel } from './member.ts'
import { doAsMember } from './members-deeds.ts'
import { openWorld, type Portals, type Recorded, type World } from './world.ts'

/** As long as it takes until everything has happened to a member, and as short as a person can read what went wrong. */
const OPERATIONS_EACH = 400

/** What may have happened at any time since makes the search twice as wide each. */
const MOST_UNANSWERED = 6

/**
 * Lives so many operations about one member after the other, some at the same time, until one history contradicts itself.
 * The same seed does the same; when, the machine decides.
 */
export async function liveHistories(
  portals: Portals,
  { seed, operations, minutes, atOnce, onProgress }: Task,
): Promise<Outcome> {
  const outcome: Outcome = { operations: 0, members: 0, unanswered: 0, did: {}, broken: null }
  let begun = 0
  const endsAt = performance.now() + minutes * MINUTE_MS
  const liveOn = async () => {
    while (begun < operations && performance.now() < endsAt && !outcome.broken) {
      const wanted = Math.min(OPERATIONS_EACH, operations - begun)
      begun += wanted
      const world = await liveOne(portals, seeded(seed + begun), wanted)
      count(outcome, world)
      outcome.broken ??= contradictionIn(world)
      onProgress?.(outcome.operations)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, liveOn))
  return outcome
}

async function liveOne(portals: Portals, chance: Chance, operations: number): Promise<World> {
  let left = operations
  const world = await openWorld(
    portals,
    chance,
    ({ unanswered }) => left <= 0 || unanswered >= MOST_UNANSWERED,
  )
  const people = 2 + chance.below(7)
  const admins = 1 + chance.below(2)
  const busy = (doOne: typeof doAsAdmin, own: Chance) => async () => {
    while (!world.isOver()) {
      left -= 1
      await doOne(world, own)
    }
  }
  // Each with a chance of their own, so that what one does depends on nobody's pace.
  const own = () => seeded(chance.below(2 ** 32))
  await Promise.all([
    ...Array.from({ length: people }, () => busy(doAsMember, own())()),
    ...Array.from({ length: admins }, () => busy(doAsAdmin, own())()),
  ])
  world.browsers.close()
  return world
}

function count(outcome: Outcome, { history }: World): void {
  outcome.members += 1
  outcome.operations += history.length
  outcome.unanswered += history.filter(({ answeredAt }) => answeredAt === null).length
  for (const { does } of history) {
    const deed = does.replace(/[:\d].*| Kai.*/, '').trim()
    outcome.did[deed] = (outcome.did[deed] ?? 0) + 1
  }
}

/** Sentences with which a person can follow what went wrong; null when all is explained. */
export function contradictionIn({ history, initial }: Pick<World, 'history' | 'initial'>): Broken | null {
  const found = findContradiction(history, memberModel(initial))
  if (!found) return null
  const at = history[found.operation]
  const near = history.filter(
    (other) => at && other.calledAt <= (at.answeredAt ?? 0) && ends(other) >= at.calledAt - 50,
  )
  return {
    states: found.states.map((state) => JSON.stringify(state)),
    around: near.sort((a, b) => a.calledAt - b.calledAt).map((other) => said(other, other === at)),
  }
}

function ends({ answeredAt }: Recorded): number {
  return answeredAt ?? Infinity
}

function said({ does, calledAt, answeredAt, steps }: Recorded, isIt: boolean): string {
  const times = `${calledAt.toFixed(2)} to ${answeredAt?.toFixed(2) ?? 'never'}`
  return `${isIt ? '>' : ' '} ${times} ${does}: ${JSON.stringify(steps)}`
}

interface Task {
  seed: number
  operations: number
  /** No member is begun later. */
  minutes: number
  /** Members at the same time. */
  atOnce: number
  onProgress?: (operations: number) => void
}

export interface Outcome {
  operations: number
  members: number
  /** Of these operations nobody knows whether they were done. */
  unanswered: number
  /** How often what was done. */
  did: Record<string, number>
  broken: Broken | null
}

export interface Broken {
  /** What the member could have been just before the answer that nothing explains. */
  states: string[]
  /** That answer, and what went on around it. */
  around: string[]
}

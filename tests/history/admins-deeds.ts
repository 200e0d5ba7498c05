import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../support/seeded.ts'
import { everyStatus, type Status, type Step } from './member.ts'
import type { World } from './world.ts'

/** What an administrator does about the member, with SQL: a script's function, a bare UPDATE, a transaction left open. */
export async function doAsAdmin(world: World, chance: Chance): Promise<void> {
  await chance.weighted(choices)(world, chance)
  const next = world.history.length + chance.below(2 * MEMBERS_DEEDS_EACH)
  while (!world.isOver() && world.history.length < next) await sleep(2)
}

/** After about so many things that members do an administrator does one. */
const MEMBERS_DEEDS_EACH = 12

type Deed = (world: World, chance: Chance) => Promise<void>

const choices: [readonly [number, Deed], ...(readonly [number, Deed])[]] = [
  [6, decide],
  [2, decideInTransaction],
  [2, decideByUpdate],
  [2, undo],
  [0.2, signOutEverywhere],
]

const DECIDE =
  'select from_status as "from", to_status as "to" from decide_memberships(array[$1], $2, force => true)'

function decide(world: World, chance: Chance): Promise<void> {
  const to = anyStatus(chance)
  return world.record(`decides: ${to}`, async () => {
    const { rows } = await world.owner.query<Decided>(DECIDE, [world.email, to])
    return { steps: rows.map(decided) }
  })
}

/** Nothing is true before the commit, and everything after it. */
function decideInTransaction(world: World, chance: Chance): Promise<void> {
  const to = anyStatus(chance)
  const isKept = chance.number() < 0.7
  const pauseMs = chance.number() * 20
  return world.record(`decides in a transaction: ${isKept ? to : 'nothing'}`, async () => {
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<Decided>(DECIDE, [world.email, to])
      await sleep(pauseMs)
      await client.query(isKept ? 'commit' : 'rollback')
      return { steps: isKept ? rows.map(decided) : [] }
    } finally {
      client.release()
    }
  })
}

function decideByUpdate(world: World, chance: Chance): Promise<void> {
  const to = anyStatus(chance)
  return world.record(`sets by UPDATE: ${to}`, async () => {
    const text = 'update profiles p set approval_status = $2 from users u where u.id = p.id and u.email = $1'
    await world.owner.query(text, [world.email, to])
    return { steps: [{ is: 'decided', to }] }
  })
}

function undo(world: World): Promise<void> {
  return world.record('takes the latest decision back', async () => {
    const text = 'select from_status as "from", to_status as "to" from undo_decisions(array[$1])'
    const { rows } = await world.owner.query<Decided>(text, [world.email])
    return { steps: rows.map(decided) }
  })
}

async function signOutEverywhere(world: World): Promise<void> {
  const before = world.sessions.filter(({ token }) => token !== '')
  await world.record('signs the member out everywhere', async () => {
    await world.owner.query('select * from end_sessions(array[$1])', [world.email])
    return { steps: [{ is: 'all end' }] }
  })
  for (const session of before) session.endedBy = performance.now()
}

function anyStatus(chance: Chance): Status {
  return chance.number() < 0.55 ? 'approved' : (chance.oneOf(everyStatus) ?? 'approved')
}

function decided({ from, to }: Decided): Step {
  return { is: 'decided', from, to }
}

interface Decided {
  from: Status
  to: Status
}

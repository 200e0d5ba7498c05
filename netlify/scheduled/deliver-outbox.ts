import { deliver } from '#src/server/delivery.ts'
import { log } from '#src/server/log.ts'
import { onSchedule } from '../on-schedule.ts'

/** A scheduled function is stopped after 30 s: no send starts in the last ten of them, and a send takes 8 at most. */
const WITHIN_MS = 20_000

/** Sends what is due, every minute; what an action has just announced is sent at once by the action itself. */
export default onSchedule(async () => {
  const tally = await deliver({ withinMs: WITHIN_MS })
  if (Object.values(tally).some((count) => count > 0)) log('info', { code: 'outbox', facts: { ...tally } })
})

/** How often, in UTC. Each run wakes a database that sleeps: docs/deploy.md says what to choose. */
export const config = { schedule: '* * * * *', nodeBundler: 'none' }

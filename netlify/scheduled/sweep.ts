import { readEnv } from '#src/server/env.ts'
import { log } from '#src/server/log.ts'
import { sweep } from '#src/server/sweep/sweep.ts'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { onSchedule } from '../on-schedule.ts'

/** A scheduled function is stopped after 30 s; what is left, the next run removes. */
const WITHIN_MS = 15_000

/**
 * Removes what means nothing any more: expired sessions and links, forgotten limits, old messages, accounts that are
 * due, orphaned pictures.
 */
export default onSchedule(async () => {
  // Not all that actions are given: nothing here decodes a picture or hashes a password.
  const deps = { sql: createSql(readEnv(process.env)), avatars: createAvatarStore(), clock: Date.now }
  const removed = await sweep(deps, { withinMs: WITHIN_MS })
  log('info', { code: 'sweep', facts: { ...removed } })
})

/** How often, in UTC. Each run wakes a database that sleeps: see docs/deploy.md. */
export const config = { schedule: '17 * * * *', nodeBundler: 'none' }

import { log } from '#src/server/log.ts'
import { sweep } from '#src/server/sweep/sweep.ts'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { onSchedule } from '../on-schedule.ts'

export default onSchedule('sweep', async (sql) => {
  // A subset of the actions' dependencies: no picture decoder, no password hasher.
  const deps = { sql, avatars: createAvatarStore(), clock: Date.now }
  const removed = await sweep(deps)
  log('info', { code: 'sweep', facts: { ...removed } })
  const { withheldAvatars: withheld } = removed
  if (withheld > 0) log('error', { code: 'pictures_withheld', facts: { alarm: true, withheld } })
  return { withheld }
})

/** In UTC, with a quarter of deliver-outbox, so that Neon wakes once for both. The doctor expects a run in two hours. */
export const config = { schedule: '15 * * * *', nodeBundler: 'none' }

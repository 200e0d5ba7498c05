import programme from '../../.astro/programme.json' with { type: 'json' }
import { deliver } from '#src/server/delivery.ts'
import { log } from '#src/server/log.ts'
import { queueBroadcasts } from '#src/server/broadcasts/queue.ts'
import { onSchedule } from '../on-schedule.ts'

export default onSchedule('deliver-outbox', async (sql) => {
  await queueBroadcasts(sql, programme, Date.now()).catch((error: unknown) => {
    log('error', { code: 'broadcasts_unplanned', facts: { alarm: true }, error })
  })
  const tally = await deliver()
  if (Object.values(tally).some((count) => count > 0)) log('info', { code: 'outbox', facts: { ...tally } })
})

/** Each minute, or each quarter of an hour, which lets Neon sleep: docs/deploy.md, "What it costs". */
export const config = { schedule: '* * * * *', nodeBundler: 'none' }

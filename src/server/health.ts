import * as z from 'zod/mini'
import type { Ask, Clock } from './vendors/ports.ts'

/** How the portal is. The question goes the way that every member's goes. @throws when the database cannot be asked. */
export async function readHealth(ask: Ask, clock: Clock): Promise<Health> {
  const startMs = clock()
  const [row] = await ask`SELECT portal_health() AS health`
  return { databaseMs: Math.round(clock() - startMs), ...HealthRow.parse(row).health }
}

const HealthRow = z.object({
  health: z.object({
    /** The last that the database has, and how many. */
    migration: z.string(),
    migrations: z.number(),
    outbox: z.object({
      waiting: z.number(),
      /** Given up: an administrator has to look. */
      dead: z.number(),
      /** Since the oldest that waits; null when none does. */
      oldestSeconds: z.nullable(z.number()),
    }),
    /** Since the sweep last came to its end; null when it never did. */
    sweptSecondsAgo: z.nullable(z.number()),
  }),
})

export type Health = { databaseMs: number } & z.output<typeof HealthRow>['health']

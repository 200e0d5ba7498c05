import programme from '../.astro/programme.json' with { type: 'json' }
import { readEnv } from '#src/server/env.ts'
import { claimSite } from '#src/server/site.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import type { Sql } from '#src/server/vendors/ports.ts'

/**
 * Wraps a function that only the scheduler may run, and records under `name` when it last succeeded. Netlify gives it no URL;
 * any other request gets a 404 and has no effect. On another site's database it gets a 409 and has none.
 *
 * @param work returns how much it left alone because that looked wrong, for the doctor.
 */
export function onSchedule(
  name: string,
  work: (sql: Sql) => Promise<{ withheld: number } | undefined>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!(await isScheduled(request))) return new Response(null, { status: 404 })
    const env = readEnv(process.env)
    const sql = createSql(env)
    // Another site has other pictures and plans other emails to all members.
    if (!(await claimSite(sql, env.SITE_URL, programme))) return new Response(null, { status: 409 })
    const left = await work(sql)
    await sql`
      INSERT INTO scheduled_runs (name, ended_at, withheld_count) VALUES (${name}, now(), ${left?.withheld ?? 0})
      ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at, withheld_count = excluded.withheld_count, released_count = NULL`
    return new Response(null, { status: 204 })
  }
}

// Only the scheduler's requests have `next_run` in the body.
async function isScheduled(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'next_run' in body
}

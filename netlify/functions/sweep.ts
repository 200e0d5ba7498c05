import { app } from '#src/server/app.ts'

/** A scheduled function is stopped after 30 s; what is left, the next run removes. */
const WITHIN_MS = 15_000

/**
 * Removes what means nothing any more: expired sessions and links, forgotten limits, old messages, accounts that are
 * due, orphaned pictures. Like `deliver-outbox`, called by the scheduler alone.
 */
export default async function sweep(request: Request): Promise<Response> {
  if (!(await isScheduled(request))) return new Response(null, { status: 404 })
  const removed = await app().sweep({ withinMs: WITHIN_MS })
  console.log(JSON.stringify({ code: 'sweep', ...removed }))
  return new Response(null, { status: 204 })
}

/** The scheduler says in the body when it will call next, and nobody else has a reason to. */
async function isScheduled(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'next_run' in body
}

/** How often, in UTC. Each run wakes a database that sleeps: see docs/deploy.md. */
export const config = { schedule: '17 * * * *' }

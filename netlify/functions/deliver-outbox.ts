import { app } from '#src/server/app.ts'

/** A scheduled function is stopped after 30 s: no send starts in the last ten of them, and a send takes 8 at most. */
const WITHIN_MS = 20_000

/**
 * Sends what is due, every minute; what an action has just announced is sent at once by the action itself. The host
 * calls this by its schedule and gives it no address. Should a request find its way here all the same, it learns and
 * gains nothing: delivering twice at once is harmless, and the answer is always empty.
 */
export default async function deliverOutbox(request: Request): Promise<Response> {
  if (!(await isScheduled(request))) return new Response(null, { status: 404 })
  const tally = await app().deliverOutbox({ withinMs: WITHIN_MS })
  if (Object.values(tally).some((count) => count > 0))
    console.log(JSON.stringify({ code: 'outbox', ...tally }))
  return new Response(null, { status: 204 })
}

/** The scheduler says in the body when it will call next, and nobody else has a reason to. */
async function isScheduled(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'next_run' in body
}

/** How often, in UTC. Each run wakes a database that sleeps: docs/deploy.md says what to choose. */
export const config = { schedule: '* * * * *' }

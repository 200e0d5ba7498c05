/**
 * Wraps a function that only the scheduler may run. Netlify gives it no URL; any other request gets a 404 and has no effect.
 */
export function onSchedule(work: () => Promise<void>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!(await isScheduled(request))) return new Response(null, { status: 404 })
    await work()
    return new Response(null, { status: 204 })
  }
}

/** Only the scheduler's requests have `next_run` in the body. */
async function isScheduled(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'next_run' in body
}

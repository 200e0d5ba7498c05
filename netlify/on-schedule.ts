/**
 * A function that the scheduler alone runs. The host gives it no address; a request that finds its way there gets a
 * 404 and nothing is done. The answer of a run is always empty.
 */
export function onSchedule(work: () => Promise<void>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!(await isScheduled(request))) return new Response(null, { status: 404 })
    await work()
    return new Response(null, { status: 204 })
  }
}

/** The scheduler alone says in the body when it will call next. */
async function isScheduled(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'next_run' in body
}

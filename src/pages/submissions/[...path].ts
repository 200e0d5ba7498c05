import type { APIRoute } from 'astro'
import { deps } from '#src/server/deps.ts'
import { receiveSubmission, responseTo } from '#src/server/due/submission.ts'
import { log } from '#src/server/log.ts'

export const prerender = false

/** What the programme's form tools tell. The secret is judged before the body is read. */
export const POST: APIRoute = async ({ request }) => {
  try {
    return answer(...responseTo(await receiveSubmission(deps(), request)))
  } catch (error) {
    log('error', { code: 'submission_unavailable', error, request })
    return answer(503, 'Try again later.')
  }
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

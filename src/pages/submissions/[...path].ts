import type { APIRoute } from 'astro'
import programme from '../../../.astro/programme.json' with { type: 'json' }
import { deps } from '#src/server/deps.ts'
import { type Received, receiveSubmission } from '#src/server/due/submission.ts'
import { log } from '#src/server/log.ts'

export const prerender = false

/** What the programme's form tools tell. The secret is judged before the body is read. */
export const POST: APIRoute = async ({ request }) => {
  try {
    const result = await receiveSubmission(deps(), request, programme)
    return answer(...says[result])
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

/** Read by the person who sets the form tool up. */
const says: Record<Received, [status: number, text: string]> = {
  recorded: [200, 'Recorded.'],
  not_matched: [200, 'No member has this address. An administrator can say whose it is.'],
  unknown_form: [404, 'Not found.'],
  unknown_deadline: [404, 'No deadline has this name.'],
  no_address: [422, 'There is no email address in the answer.'],
  too_large: [413, 'Too large.'],
  disconnected: [400, 'Not received.'],
  too_many: [429, 'Too many.'],
}

import type { ServerRequest } from 'srvx'
import type { Answer } from './postmark.ts'

/**
 * What a test makes of a call in place of a plain answer; undefined answers it as usual. Only the process that
 * starts the mailbox can set this: no request can.
 */
export type Trouble = (call: Call) => Misbehaviour | undefined

/** One call of the mail API: which path, to whom, and its number among the calls to that path for that recipient. */
export interface Call {
  path: string
  to: string
  nth: number
}

export type Misbehaviour =
  | { is: 'refusing'; answer: Answer; headers?: Record<string, string> }
  /** Never answers. */
  | { is: 'hanging' }
  /** Takes the mail, and the answer is lost on its way. */
  | { is: 'dropping' }

/** Counts calls, so that trouble can come and go. */
export function countCalls(): (path: string, to: string) => Call {
  const counts = new Map<string, number>()
  return (path, to) => {
    const nth = (counts.get(`${path} ${to}`) ?? 0) + 1
    counts.set(`${path} ${to}`, nth)
    return { path, to, nth }
  }
}

/** Cuts the connection: what is returned is not received. */
export function drop(request: ServerRequest): Response {
  request.runtime?.node?.req.socket.destroy()
  return new Response(null)
}

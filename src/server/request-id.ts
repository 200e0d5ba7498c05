import { randomBytes } from 'node:crypto'

/** By which name a request is known in every line of the log, and to the person who saw it fail. */

const HEADER = 'x-nf-request-id'

/** Of the host's own names and of ours, and nothing that means anything in HTML, JSON or a log. */
const SHAPE = /^[0-9A-Za-z-]{8,40}$/

/** Gives a request that the host has not named a random name; from then on it travels with the request. */
export function nameRequest({ headers }: Request): void {
  if (!SHAPE.test(headers.get(HEADER) ?? '')) headers.set(HEADER, randomBytes(8).toString('hex'))
}

/** null for a request that nobody has named. */
export function requestIdOf({ headers }: Request): string | null {
  return headers.get(HEADER)
}

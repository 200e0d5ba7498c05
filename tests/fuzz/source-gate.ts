import { type Gate, passGate } from '#src/server/gate/gate.ts'
import { createBounds, withBoundedLookups } from '#src/server/sessions/bounded-lookups.ts'
import type { Pages, Sessions } from '#src/server/vendors/ports.ts'
import { people } from './people.ts'

/** The gate as development runs it, from its sources, with members and pages in memory. */
export function sourceGate({ pages, next, pass = passGate }: Around): Ask {
  const byToken = new Map(Object.values(people).map(({ token, member }) => [token, member]))
  const find: Sessions['find'] = (token) => {
    const member = byToken.get(token)
    return Promise.resolve(member ? { member, renewedCookie: null } : null)
  }
  // Of sessions only their look-ups.
  const sessions = withBoundedLookups({ find, peek: find } as Sessions, createBounds(Date.now))
  const connection: ReturnType<Gate['connect']> = {
    siteUrl: `http://${SITE_HOST}`,
    sessions,
    findFeed: () => Promise.resolve(null),
    readHealth: () => Promise.resolve({}),
    isSigned: () => false,
    readStatus: () => Promise.resolve(null),
  }
  const policy = { pagePolicy: "default-src 'self'", editPolicy: "default-src 'self'", framedPaths: [] }
  const gate = {
    ...policy,
    pages,
    deploy: null,
    clock: () => 0,
    logOutage: () => undefined,
    connect: () => connection,
  }
  return (request, address) => pass({ ...gate, address }, request, () => next(request, address))
}

/** The site in process, whose requests go over no wire. */
export const SITE_HOST = 'localhost:1'

/** What answers, and from what address it is asked. */
export type Ask = (request: Request, address: string) => Promise<Response>

interface Around {
  pages: Pages
  next: Ask
  /** Another gate in place of the product's, with a hole in it. */
  pass?: typeof passGate | undefined
}

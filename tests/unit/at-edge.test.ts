import { createContext } from 'astro/middleware'
import { expect, test } from 'vitest'
import { isAtEdge } from '#src/server/gate/at-edge.ts'

test.each(['/', '/leaderboard', '/_actions/auth.signIn', '/avatars/1/avatar.webp'])(
  'a context as the adapter makes it at the edge is the edge, whatever is asked for: %s',
  (path) => {
    const request = new Request(`https://portal.example${path}`)
    const locals = {} as App.Locals
    const context = createContext({ request, params: {}, locals, defaultLocale: '', clientAddress: '' })
    expect(isAtEdge(context)).toBe(true)
  },
)

test.each(['/_actions/[...path]', '/avatars/[...path]', '/404', '/500'])(
  'a route that the function renders is not: %s',
  (route) => {
    expect(isAtEdge({ routePattern: route })).toBe(false)
  },
)

test.each(['/', '/leaderboard', '/[...path]', '_actions', ' ', undefined, null])(
  'any other word of Astro stops the request: %j',
  (route) => {
    expect(() => isAtEdge({ routePattern: String(route) })).toThrow()
  },
)

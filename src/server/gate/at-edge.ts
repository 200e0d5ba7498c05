import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens } from '#src/shared/paths.ts'

/** What the function renders, and what Astro shows when that fails; everything else is a file. */
const ON_DEMAND = [ACTIONS_PREFIX, AVATARS_PREFIX, ...publicErrorScreens] as const

/**
 * Whether the middleware runs at the edge, in front of the whole site, rather than in the function. Only the route tells:
 * at the edge none has been matched yet. Astro does not promise that, so any other route throws and nothing is served:
 * an edge that took itself for the function would let every page through.
 */
export function isAtEdge({ routePattern }: { routePattern: string }): boolean {
  if (routePattern === '') return true
  if (ON_DEMAND.some((prefix) => routePattern.startsWith(prefix))) return false
  throw new Error(`Neither the edge nor the function has the route ${routePattern}`)
}

import { safeNextPath } from '#src/shared/next-path.ts'

/**
 * Where a member wanted to go before being asked to sign in. A browser carries the fragment of the page it asked
 * for over a redirect, so it stands in this page's own address and belongs to `next`.
 */
export function destination({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const next = new URLSearchParams(search).get('next')
  if (next === null) return safeNextPath(null)
  return safeNextPath(next.includes('#') ? next : next + hash)
}

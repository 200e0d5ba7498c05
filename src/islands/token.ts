/**
 * The secret of a mailed link. It leaves the address bar as soon as it is read, before anything else can see the
 * address; this tab's history entry keeps it, so that a reload does not lose it. null when the link had none.
 */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return keptToken(history.state)
  history.replaceState({ token }, '', url.pathname)
  return token || null
}

/** Forgets the secret: it has done its work. */
export function dropToken(): void {
  history.replaceState(null, '', location.pathname)
}

function keptToken(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' ? state.token || null : null
}

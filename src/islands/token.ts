/**
 * The secret of a mailed link. It leaves the address bar as soon as it is read, before anything else can see the
 * address; this tab's history entry keeps it, so that a reload does not lose it. null when the link had none.
 */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return kept('token')
  history.replaceState({ token, for: url.searchParams.get('for') }, '', url.pathname)
  return token || null
}

/** What the link that was taken says it is for: it chooses words, and what happens the token alone decides. */
export function takenFor(): string | null {
  return kept('for')
}

/** Forgets the secret: it has done its work. */
export function dropToken(): void {
  history.replaceState(null, '', location.pathname)
}

function kept(key: 'token' | 'for'): string | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null) return null
  const value: unknown = Reflect.get(state, key)
  return typeof value === 'string' ? value || null : null
}

/**
 * The token of a mailed link; null without one. It leaves the address bar as soon as it is read; the history entry of this
 * tab keeps it for a reload.
 */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return kept('token')
  history.replaceState({ token, for: url.searchParams.get('for') }, '', url.pathname)
  return token || null
}

/** What the link says it is for. It only chooses words: the token decides what happens. */
export function takenFor(): string | null {
  return kept('for')
}

/** Forgets the token after use. */
export function dropToken(): void {
  history.replaceState(null, '', location.pathname)
}

function kept(key: 'token' | 'for'): string | null {
  const state = history.state as Partial<Record<typeof key, unknown>> | null
  const value = state?.[key]
  return typeof value === 'string' ? value || null : null
}

/**
 * The token of a mailed link; null without one. It leaves the address bar as soon as it is read; the history entry of this
 * tab keeps it for a reload.
 */
export function readToken(): string | null {
  const { searchParams, pathname } = new URL(location.href)
  if (searchParams.has('token')) history.replaceState(Object.fromEntries(searchParams), '', pathname)
  return kept('token')
}

/** What the link says it is for. It only chooses words: the token decides what happens. */
export function linkPurpose(): string | null {
  return kept('for')
}

/** Forgets the token after use. */
export function forgetToken(): void {
  history.replaceState(null, '', location.pathname)
}

function kept(key: string): string | null {
  return (history.state as Record<string, string> | null)?.[key] || null
}

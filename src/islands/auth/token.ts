/** The token of an emailed link, or null. It moves from the address bar into the history entry, which survives a reload. */
export function readToken(): string | null {
  const { searchParams, pathname } = new URL(location.href)
  if (searchParams.has('token')) history.replaceState(Object.fromEntries(searchParams), '', pathname)
  return readHistoryState('token')
}

/** What the link says it is for, or null. It only chooses texts: the token decides what happens. */
export function linkPurpose(): string | null {
  return readHistoryState('for')
}

/** Replaces a token that has done its work by the screen that says so, for a reload. */
export function replaceToken(screen: string): void {
  history.replaceState({ screen }, '', location.pathname)
}

/** The screen that says what the link has done already, or null. */
export function completedScreen(): string | null {
  return readHistoryState('screen')
}

function readHistoryState(key: string): string | null {
  return (history.state as Record<string, string> | null)?.[key] || null
}

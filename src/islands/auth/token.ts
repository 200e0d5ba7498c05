// Opening an entry's own address again keeps the entry's state. It is for a reload and Back alone: a visit begins without a token.
if (typeof history !== 'undefined' && isNewVisit()) history.replaceState(null, '')

/** Empty without one. */
export function readToken(): string {
  return readLink().token ?? ''
}

/** Only for choosing texts: the token decides what happens. */
export function linkPurpose(): string | null {
  return readLink().for || null
}

export function completedScreen(): string | null {
  return readLink().screen || null
}

export function replaceToken(screen: string): void {
  history.replaceState({ screen }, '', location.pathname)
}

// Moves the link's parameters from the fragment, where the gate puts them, into the history entry, which survives a reload.
function readLink(): Partial<Record<string, string>> {
  const params = new URLSearchParams(location.hash.slice(1))
  if (params.has('token')) history.replaceState(Object.fromEntries(params), '', location.pathname)
  return (history.state as Record<string, string> | null) ?? {}
}

function isNewVisit(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate')
}

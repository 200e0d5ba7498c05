/** What one look at the portal found. */
export interface Finding {
  what: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** What to do about it; '' when there is nothing to do. */
  cure: string
}

/** The three things that can be said of one look. */
export function findingsOf(what: string) {
  return {
    ok: (found: string): Finding => ({ what, state: 'ok', found, cure: '' }),
    warn: (found: string, cure: string): Finding => ({ what, state: 'warn', found, cure }),
    fail: (found: string, cure: string): Finding => ({ what, state: 'fail', found, cure }),
  }
}

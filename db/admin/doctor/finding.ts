/** What one look at the portal found. */
export interface Finding {
  what: string
  /** `away`: it cannot be known on this machine, and nothing is wrong with that. */
  state: 'ok' | 'warn' | 'fail' | 'away'
  found: string
  /** What to do about it; '' when there is nothing to do. */
  cure: string
}

/** The four things that can be said of one look. */
export function findingsOf(what: string) {
  return {
    ok: (found: string): Finding => ({ what, state: 'ok', found, cure: '' }),
    warn: (found: string, cure: string): Finding => ({ what, state: 'warn', found, cure }),
    away: (found: string, cure: string): Finding => ({ what, state: 'away', found, cure }),
    fail: (found: string, cure: string): Finding => ({ what, state: 'fail', found, cure }),
  }
}

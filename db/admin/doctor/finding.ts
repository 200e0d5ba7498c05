/** What one look at the portal found. */
export interface Finding {
  what: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** What to do about it; '' when there is nothing to do. */
  cure: string
}

export function ok(what: string, found: string): Finding {
  return { what, state: 'ok', found, cure: '' }
}

export function warn(what: string, found: string, cure: string): Finding {
  return { what, state: 'warn', found, cure }
}

export function fail(what: string, found: string, cure: string): Finding {
  return { what, state: 'fail', found, cure }
}

/** One thing that has to be so before people are let in. */
export interface Row {
  where: Place
  what: string
  /** `FAIL`: asked, and it is wrong. `todo`: not done yet, or not to be known from here yet. `–`: not needed. */
  state: 'ok' | 'FAIL' | 'todo' | '–'
  found: string
  /** What to do; '' when there is nothing, or something else comes first. */
  cure: string
}

export type Place = 'Netlify' | 'Neon' | 'database' | 'Postmark' | 'Blobs'

export function rowsOf(where: Place) {
  const row = (state: Row['state'], what: string, found: string, cure = ''): Row => ({
    where,
    what,
    state,
    found,
    cure,
  })
  return {
    ok: (what: string, found: string) => row('ok', what, found),
    fail: (what: string, found: string, cure: string) => row('FAIL', what, found, cure),
    todo: (what: string, found: string, cure: string) => row('todo', what, found, cure),
    unneeded: (what: string, found: string) => row('–', what, found),
    /** What can only be asked when something before it is right. */
    waits: (what: string, forWhat: string) => row('todo', what, `waits for: ${forWhat}`),
    waiting: (whats: readonly string[], forWhat: string) =>
      whats.map((what) => row('todo', what, `waits for: ${forWhat}`)),
  }
}

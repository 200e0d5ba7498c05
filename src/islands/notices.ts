/**
 * Short notices. One is for this page, or for the page that the site itself leads to next; a page that somebody opens
 * shows none of the page before. What shows them is fetched when there is something to show (ui/Toaster.tsx).
 */
const STORAGE_KEY = 'notices'

/** Of `window`: a notice waits to be taken. */
export const NOTICE_EVENT = 'lanai:notice'

/** docs/product.md, Timing. */
export const SHOWN_FOR_MS = 4500

let waiting: Notice[] = []
let isLeaving = false

/** Shows a notice on this page. */
export function tell(kind: Notice['kind'], text: string): void {
  waiting.push({ kind, text })
  dispatchEvent(new Event(NOTICE_EVENT))
}

/** Leaves a notice for the page that the caller goes to now. */
export function leaveNotice(kind: Notice['kind'], text: string): void {
  isLeaving = true
  save([...left(), { kind, text }])
}

/** For the script of every page: shows what was left for it. The page after it finds nothing. */
export function showLeftNotices(): void {
  // This page was hardly there and goes on by itself.
  if (isLeaving) return
  const notices = left()
  save([])
  for (const { kind, text } of notices) tell(kind, text)
}

/** What waits to be shown; whoever takes it shows it. */
export function takeNotices(): Notice[] {
  const taken = waiting
  waiting = []
  return taken
}

function left(): Notice[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Notice[]
  } catch {
    // Storage is switched off, or somebody edited it: a notice is not worth an error.
    return []
  }
}

function save(notices: Notice[]): void {
  try {
    if (notices.length === 0) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(notices))
  } catch {
    // As above.
  }
}

export interface Notice {
  kind: 'success' | 'error'
  text: string
}

import { showPlainNotice } from './ui/plain-notice.ts'

/**
 * Short notices that outlive a navigation: they wait in this tab's storage until a page has shown them for their
 * time. React and the toast library are fetched only when there is something to show.
 */
const STORAGE_KEY = 'notices'
const SHOWN_FOR_MS = 4500

/** Queues a notice. Call `showNotices` to show it here, or navigate and let the next page do it. */
export function leaveNotice(kind: Notice['kind'], text: string): void {
  save([...read(), { id: crypto.randomUUID(), kind, text, until: null }])
}

/** Shows a notice on this page, and on the next one for the rest of its time. */
export function tell(kind: Notice['kind'], text: string): void {
  leaveNotice(kind, text)
  void showNotices()
}

/** Shows what waits in the queue, and what the page before had no time to show to its end. */
export async function showNotices(): Promise<void> {
  const now = Date.now()
  const notices = started(read(), now)
  save(notices)
  if (notices.length === 0) return
  const toasts = await import('./ui/toasts.tsx').catch(() => null)
  for (const notice of notices) {
    if (toasts) toasts.showToast(notice, notice.until - now, forgetNotice)
    else showPlainNotice(notice.text, notice.until - now)
  }
}

/** Takes a notice off the queue: it was put away by hand. */
function forgetNotice(id: string): void {
  save(read().filter((notice) => notice.id !== id))
}

/** What is still to be seen at `now`; the clock of a notice nobody has seen starts. */
export function started(notices: Notice[], now: number): StartedNotice[] {
  return notices
    .map((notice) => ({ ...notice, until: notice.until ?? now + SHOWN_FOR_MS }))
    .filter((notice) => notice.until > now)
}

function read(): Notice[] {
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
  id: string
  kind: 'success' | 'error'
  text: string
  /** When it will have been seen long enough (milliseconds since the epoch); null before anybody saw it. */
  until: number | null
}

type StartedNotice = Notice & { until: number }

import { readViewer } from '../read-viewer.ts'
import { memberKey } from '../session.ts'

/** For whom this was done in this tab. */
const KEY = 'progress-brought'

/** After what the page itself has to fetch. */
const AFTER_MS = 2000

/** Once a visit what other devices told the portal comes into this browser, for home to go on with. */
export function bringProgress(): void {
  // Nobody may ever look at a page that was made ahead.
  if (document.prerendering) document.addEventListener('prerenderingchange', bringProgress, { once: true })
  else if (isFirst(memberKey(readViewer().email))) setTimeout(() => void bring(), AFTER_MS)
}

async function bring(): Promise<void> {
  const { openProgress } = await import('../progress/open.ts')
  await openProgress().pull()
  dispatchEvent(new Event('lanai:progress'))
}

function isFirst(member: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === member) return false
    sessionStorage.setItem(KEY, member)
    return true
  } catch {
    return false
  }
}

declare global {
  interface Document {
    /** Chromium only. */
    prerendering?: boolean
  }
}

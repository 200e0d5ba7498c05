import type { Viewer } from '#src/shared/viewer.ts'
import { showViewer } from './show-viewer.ts'

/** What tells the tabs of one browser that the member changed their name or picture. */
const CHANNEL = 'viewer'

/**
 * Keeps what this page shows of the member true: initials stand in for a picture that is gone, and what the member
 * changes in another tab changes here.
 */
export function followViewer(): void {
  hideMissingPictures()
  hearOfViewer(showViewer)
}

/** Calls back with the member as another tab left them, until it is stopped. */
export function hearOfViewer(onChange: (viewer: Viewer) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => onChange(data as Viewer))
  return () => channel.close()
}

/** Tells every tab, this one too. */
export function announceViewer(viewer: Viewer): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(viewer)
  channel.close()
}

function hideMissingPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('[data-viewer=picture] img')) {
    const hide = () => {
      picture.hidden = true
    }
    picture.addEventListener('error', hide)
    if (picture.complete && picture.naturalWidth === 0) hide()
  }
}

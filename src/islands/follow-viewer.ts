import { type Placeholder, placeholders, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** What tells the tabs of one browser that the member changed their name or picture. */
const CHANNEL = 'viewer'

/** Shows the member as another tab left them, and initials in place of a picture that cannot be loaded. */
export function followViewer(): void {
  hearOfViewer(showViewer)
  const hide = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.matches(PICTURE)) target.hidden = true
  }
  document.addEventListener('error', hide, true)
  for (const picture of document.querySelectorAll<HTMLImageElement>(PICTURE))
    picture.hidden = picture.complete && picture.naturalWidth === 0
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

const PICTURE = '[data-viewer=picture] img'

/** Islands that are hydrated show the member themselves. */
function showViewer(viewer: Viewer): void {
  const block = document.getElementById(VIEWER_ELEMENT_ID)
  if (block) block.textContent = JSON.stringify(viewer)
  for (const mark of Object.keys(placeholders) as Placeholder[]) {
    for (const place of document.querySelectorAll<HTMLElement>(`[data-viewer=${mark}]`)) {
      if (place.closest('astro-island:not([ssr])')) continue
      const text = placeholders[mark](viewer)
      place.textContent = mark === 'picture' ? '' : text
      if (mark === 'picture' && text) place.append(Object.assign(new Image(), { src: text, alt: '' }))
    }
  }
}

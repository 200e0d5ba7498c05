import { type Placeholder, placeholders, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** Tells the tabs of a browser that the member changed their name or picture. */
const CHANNEL = 'viewer'

/** Dispatched in a tab after its page carries the changed member. */
export const VIEWER_EVENT = 'lanai:viewer'

/** Shows the member as any tab last changed them, and initials in place of a picture that fails to load. */
export function followViewer(): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => showViewer(data as Viewer))
  const hide = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.matches(PICTURE)) target.hidden = true
  }
  document.addEventListener('error', hide, true)
  for (const picture of document.querySelectorAll<HTMLImageElement>(PICTURE))
    picture.hidden = picture.complete && picture.naturalWidth === 0
}

/** Tells every tab, this one too. */
export function announceViewer(viewer: Viewer): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(viewer)
  channel.close()
}

const PICTURE = '.avatar img'

/** Hydrated islands re-render by the event, but not the HTML that they contain. */
function showViewer(viewer: Viewer): void {
  const block = document.getElementById(VIEWER_ELEMENT_ID)
  if (block) block.textContent = JSON.stringify(viewer)
  for (const mark of Object.keys(placeholders) as Placeholder[]) {
    for (const place of document.querySelectorAll<HTMLElement>(`[data-viewer=${mark}]`)) {
      if (place.closest('astro-island, astro-slot')?.matches('astro-island:not([ssr])')) continue
      const text = placeholders[mark](viewer)
      place.textContent = mark === 'picture' ? '' : text
      if (mark === 'picture' && text) place.append(Object.assign(new Image(), { src: text, alt: '' }))
    }
  }
  dispatchEvent(new Event(VIEWER_EVENT))
}

import { type Placeholder, placeholders, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** Dispatched after the page carries the changed member. */
export const VIEWER_EVENT = 'lanai:viewer'

/** Shows initials in place of a picture that fails to load. */
export function hideMissingPictures(): void {
  const hide = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.matches(PICTURE)) target.hidden = true
  }
  document.addEventListener('error', hide, true)
  for (const picture of document.querySelectorAll<HTMLImageElement>(PICTURE))
    picture.hidden = picture.complete && picture.naturalWidth === 0
}

const PICTURE = '.avatar img'

/** Shows a changed name or picture. Hydrated islands re-render by the event, but not the HTML that they contain. */
export function showViewer(viewer: Viewer): void {
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

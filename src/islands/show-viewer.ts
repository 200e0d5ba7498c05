import { type Mark, marks, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/**
 * Shows the member as they are now, wherever the gate wrote them into this page as they were. Islands that are awake show
 * it themselves.
 */
export function showViewer(viewer: Viewer): void {
  const block = document.getElementById(VIEWER_ELEMENT_ID)
  if (block) block.textContent = JSON.stringify(viewer)
  for (const mark of Object.keys(marks) as Mark[]) {
    for (const place of document.querySelectorAll<HTMLElement>(`[data-viewer=${mark}]`)) {
      if (place.closest('astro-island:not([ssr])')) continue
      if (mark === 'picture') showPicture(place, marks.picture(viewer))
      else place.textContent = marks[mark](viewer)
    }
  }
}

function showPicture(place: HTMLElement, url: string): void {
  if (place.querySelector('img')?.getAttribute('src') === url) return
  if (!url) {
    place.replaceChildren()
    return
  }
  const picture = new Image()
  picture.alt = ''
  picture.addEventListener('error', () => {
    picture.hidden = true
  })
  picture.src = url
  place.replaceChildren(picture)
}

import { displayName, initials, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** Shows the member as they are now, wherever the gate wrote them into this page as they were. */
export function showViewer(viewer: Viewer): void {
  const block = document.getElementById(VIEWER_ELEMENT_ID)
  if (block) block.textContent = JSON.stringify(viewer)
  for (const place of document.querySelectorAll<HTMLElement>('[data-viewer]')) {
    const { viewer: what } = place.dataset
    if (what === 'picture') showPicture(place, viewer.avatarUrl)
    else if (what && what in texts) place.textContent = texts[what as keyof typeof texts](viewer)
  }
}

/** As src/server/gate/write-viewer.ts writes them. */
const texts = {
  name: displayName,
  'comma-name': ({ fullName }: Viewer) => (fullName?.trim() ? `, ${fullName.trim()}` : ''),
  email: ({ email }: Viewer) => email,
  initials,
}

function showPicture(place: HTMLElement, url: string | null): void {
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

import { atom } from 'nanostores'
import { VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** The member that the gate wrote into this page, as they last changed themselves here. null at build time and on public pages. */
export const $viewer = atom(parseViewer())

/** The page's member. Throws on pages without one. */
export function requireViewer(): Viewer {
  const viewer = $viewer.get()
  if (!viewer) throw new Error('This page has no viewer.')
  return viewer
}

function parseViewer(): Viewer | null {
  if (typeof document === 'undefined') return null
  const json = document.getElementById(VIEWER_ELEMENT_ID)?.textContent
  return json ? (JSON.parse(json) as Viewer) : null
}

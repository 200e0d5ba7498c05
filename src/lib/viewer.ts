import { atom } from 'nanostores'
import { VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** The gate writes the member into the page; account forms update the store. null at build time and on public pages. */
export const $viewer = atom(parseViewer())

/** @throws on pages without a member. */
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

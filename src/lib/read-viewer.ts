import { VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** The member that the gate wrote into this page. Throws on pages without one. */
export function readViewer(): Viewer {
  const block = document.getElementById(VIEWER_ELEMENT_ID)?.textContent
  if (!block) throw new Error('This page has no viewer.')
  return JSON.parse(block) as Viewer
}

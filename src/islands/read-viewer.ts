import { VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** The member the gate wrote into this page. Throws when it wrote none: it is no page of a member. */
export function readViewer(): Viewer {
  const block = document.getElementById(VIEWER_ELEMENT_ID)?.textContent
  if (!block) throw new Error('This page carries no viewer.')
  return JSON.parse(block) as Viewer
}

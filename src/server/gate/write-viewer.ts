import { type Mark, marks, type Viewer, VIEWER_ELEMENT_ID, viewerOf } from '#src/shared/viewer.ts'

/** A place in the built HTML where the member's own words go: `[[viewer:name]]`. */
const MARKER = /\[\[viewer:([\w-]+)\]\]/g

/**
 * Writes the member into a built page, which is the same file for everybody. Names are in the HTML before any
 * script runs, so no other name ever flashes up. An unknown marker leaves nothing behind.
 */
export function writeViewer(html: string, viewer: Viewer): string {
  return html.replace(MARKER, (_, marker: string) => {
    if (marker === 'json') return viewerBlock(viewer)
    return isMark(marker) ? htmlOf(marker, marks[marker](viewer)) : ''
  })
}

function isMark(marker: string): marker is Mark {
  return Object.hasOwn(marks, marker)
}

function htmlOf(mark: Mark, text: string): string {
  if (mark !== 'picture') return escapeHtml(text)
  return text && `<img src="${escapeHtml(text)}" alt="">`
}

/** `<` is escaped so that no name can end the block or begin a comment in it. */
function viewerBlock(viewer: Viewer): string {
  const json = JSON.stringify(viewerOf(viewer)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${VIEWER_ELEMENT_ID}">${json}</script>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities])
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const

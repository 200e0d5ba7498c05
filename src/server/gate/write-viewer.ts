import { displayName, initials, VIEWER_ELEMENT_ID, type Viewer } from '#src/shared/viewer.ts'

/** A place in the built HTML where the member's own words go: `<!--viewer:name-->`. */
const MARKER = /<!--viewer:([\w-]+)-->/g

/**
 * Writes the member into a built page, which is the same file for everybody. Names are in the HTML before any
 * script runs, so no other name ever flashes up. An unknown marker leaves nothing behind.
 */
export function writeViewer(html: string, viewer: Viewer): string {
  return html.replace(MARKER, (_, marker: string) =>
    Object.hasOwn(writers, marker) ? writers[marker as keyof typeof writers](viewer) : '',
  )
}

const writers = {
  json: viewerBlock,
  name: (viewer: Viewer) => escapeHtml(displayName(viewer)),
  'comma-name': (viewer: Viewer) =>
    viewer.fullName?.trim() ? `, ${escapeHtml(viewer.fullName.trim())}` : '',
  email: (viewer: Viewer) => escapeHtml(viewer.email),
  initials: (viewer: Viewer) => escapeHtml(initials(viewer)),
  picture: ({ avatarUrl }: Viewer) => (avatarUrl ? `<img src="${escapeHtml(avatarUrl)}" alt="">` : ''),
}

/** `<` is escaped so that no name can end the block or begin a comment in it. */
function viewerBlock({ email, fullName, avatarUrl }: Viewer): string {
  const json = JSON.stringify({ email, fullName, avatarUrl }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${VIEWER_ELEMENT_ID}">${json}</script>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character as keyof typeof entities])
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const

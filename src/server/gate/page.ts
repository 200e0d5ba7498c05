import { createHash } from 'node:crypto'
import { STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { type Mark, marks, type Viewer, VIEWER_ELEMENT_ID, viewerOf } from '#src/shared/viewer.ts'
import type { Pages } from '../vendors/ports.ts'

/** Pages as members see them: the built file, which is the same for everybody, with the member written into it. */

/** The browser may keep it but must ask again every time, so that an ended session shows at once. */
export const ASK_EVERY_TIME = 'private, no-cache'
export const NO_STORE = 'no-store'

/**
 * An approved member's page, with the member written into it; data (what search asks) as it is.
 *
 * @param knownEtag what the browser holds already, to answer 304 when nothing changed for this member.
 */
export async function page(file: Response, viewer: Viewer, knownEtag: string | null): Promise<Response> {
  const headers = headersOf(file, ASK_EVERY_TIME)
  const etag = isHtml(file) ? etagFor(file, viewer) : weakTag([file.headers.get('etag')])
  if (etag) headers.set('ETag', etag)
  if (etag && knownEtag === etag) {
    await file.body?.cancel()
    return new Response(null, { status: 304, headers })
  }
  if (!isHtml(file)) return new Response(file.body, { headers })
  return new Response(writeViewer(await file.text(), viewer), { headers })
}

/** What a pending or denied member sees in place of any page. */
export async function stateScreen(
  pages: Pages,
  state: 'pending' | 'denied',
  viewer: Viewer,
): Promise<Response> {
  const screen = await pages.openProtected(`${STATE_SCREENS_PREFIX}${state}`)
  if (!screen) throw new Error(`The build has no screen for the state "${state}".`)
  return new Response(writeViewer(await screen.text(), viewer), {
    status: 403,
    headers: headersOf(screen, NO_STORE),
  })
}

/** The headers of a file, built up from nothing but its type. */
export function headersOf(file: Response, cacheControl: string): Headers {
  const type = file.headers.get('content-type') ?? 'application/octet-stream'
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

/** A place in the built HTML where the member's own words go: `[[viewer:name]]`. */
const MARKER = /\[\[viewer:([\w-]+)\]\]/g

/**
 * Writes the member into a built page. Names are in the HTML before any script runs, so no other name ever flashes up.
 * An unknown marker leaves nothing behind.
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

function isHtml(file: Response): boolean {
  return file.headers.get('content-type')?.startsWith('text/html') ?? false
}

/** The same file for the same words about the member is the same page. null when the file has no tag itself. */
function etagFor(file: Response, viewer: Viewer): string | null {
  return weakTag([file.headers.get('etag'), JSON.stringify(viewerOf(viewer))])
}

/** 132 bits of the hash. */
const ETAG_LENGTH = 22

/** @param parts the file's own tag first: without one nothing is known about what changes. */
function weakTag(parts: readonly (string | null)[]): string | null {
  if (!parts[0]) return null
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return `W/"${hash.slice(0, ETAG_LENGTH)}"`
}

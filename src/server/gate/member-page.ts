import { createHash } from 'node:crypto'
import { STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import {
  type ViewerPlaceholder,
  viewerPlaceholders,
  type Viewer,
  VIEWER_ELEMENT_ID,
  viewerOf,
} from '#src/shared/viewer.ts'
import type { Member } from '../member.ts'
import type { BuiltFile, Pages } from '../vendors/ports.ts'

/** Pages as members see them: the built file, which is the same for everybody, with the member written into it. */

/** The browser may keep it but must ask again every time, so that an ended session shows at once. */
export const REVALIDATE = 'private, no-cache'
export const NO_STORE = 'no-store'

/**
 * An approved member's page, with the member written into it; data (what search asks) as it is.
 *
 * @param knownEtag what the browser holds already, to answer 304 when nothing changed for this member.
 */
export function memberPage(file: BuiltFile, viewer: Reader, knownEtag: string | null): Response {
  if (!file.type.startsWith('text/html')) return sharedFile(file, knownEtag)
  const etag = weakTag([file.etag, JSON.stringify(viewerOf(viewer)), viewer.isEditor])
  return notModifiedOr(file, etag, knownEtag, () => fillMarkers(file.bytes, { viewer }))
}

/** Who a page is written for. */
export type Reader = Viewer & Pick<Member, 'isEditor'>

/** A file that is the same for everybody who may have it. */
export function sharedFile(file: BuiltFile, knownEtag: string | null): Response {
  return notModifiedOr(file, weakTag([file.etag]), knownEtag, () => file.bytes)
}

/** What a pending or denied member sees in place of any page, and an approved one where there is no page. */
export async function stateScreen(
  pages: Pages,
  state: keyof typeof statusOf,
  viewer: Reader,
): Promise<Response> {
  const screen = await pages.openProtected(`${STATE_SCREENS_PREFIX}${state}`)
  if (!screen) throw new Error(`The build has no screen for the state "${state}".`)
  const headers = headersOf(screen.type, NO_STORE)
  return new Response(fillMarkers(screen.bytes, { viewer }), { status: statusOf[state], headers })
}

const statusOf = { pending: 403, unconfirmed: 403, denied: 403, missing: 404 } as const

function notModifiedOr(
  file: BuiltFile,
  etag: string | null,
  knownEtag: string | null,
  write: () => Uint8Array<ArrayBuffer>,
): Response {
  const headers = headersOf(file.type, REVALIDATE)
  if (etag) headers.set('ETag', etag)
  if (etag && knownEtag === etag) return new Response(null, { status: 304, headers })
  return new Response(write(), { headers })
}

/** The headers of a file, built up from nothing but its type. */
export function headersOf(type: string, cacheControl: string): Headers {
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

/**
 * Writes the member, or what there is to say, into a built file. Names are in the HTML before any script runs, so no other
 * name ever flashes up. Of an unknown marker and of what is not given nothing is left.
 */
export function fillMarkers(bytes: Uint8Array, values: MarkerValues): Uint8Array<ArrayBuffer> {
  const html = new TextDecoder().decode(bytes)
  return new TextEncoder().encode(
    html.replace(MARKER, (_, kind: Kind, text: string) => replaceMarker(kind, text, values)),
  )
}

export interface MarkerValues {
  viewer?: Reader
  /** Of the request that failed. */
  requestId?: string | null
  /** What an administrator says to everybody. */
  status?: string | null | undefined
}

/**
 * A place in the built HTML where the member's own values go: `[[viewer:name]]`, HTML that editors alone are given:
 * `[[editors:<a …>…</a>]]`, and HTML insertText values of the moment: `[[request:<p>… *</p>]]`, `[[status:<p>*</p>]]`.
 */
const MARKER = /\[\[(viewer|editors|request|status):(.*?)\]\]/g

type Kind = 'viewer' | 'editors' | 'request' | 'status'

function replaceMarker(kind: Kind, text: string, { viewer, requestId, status }: MarkerValues): string {
  if (kind === 'request') return insertText(text, requestId)
  if (kind === 'status') return insertText(text, status)
  if (!viewer) return ''
  if (kind === 'editors') return viewer.isEditor ? text : ''
  if (text === 'json') return viewerBlock(viewer)
  return Object.hasOwn(viewerPlaceholders, text)
    ? htmlOfPlaceholder(text as ViewerPlaceholder, viewerPlaceholders[text as ViewerPlaceholder](viewer))
    : ''
}

function insertText(html: string, values: string | null | undefined): string {
  return values ? html.replace('*', () => escapeHtml(values)) : ''
}

function htmlOfPlaceholder(mark: ViewerPlaceholder, text: string): string {
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

/** @param parts the file's own tag first: without one nothing is known about what changes, and there is none. */
function weakTag(parts: readonly (string | boolean | null | undefined)[]): string | null {
  if (!parts[0]) return null
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`
}

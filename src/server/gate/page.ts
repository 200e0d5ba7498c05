import { createHash } from 'node:crypto'
import { STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { type Mark, marks, type Viewer, VIEWER_ELEMENT_ID, viewerOf } from '#src/shared/viewer.ts'
import type { Member } from '../member.ts'
import type { Pages, BuiltFile } from '../vendors/ports.ts'

/** Pages as members see them: the built file, which is the same for everybody, with the member written into it. */

/** The browser may keep it but must ask again every time, so that an ended session shows at once. */
export const ASK_EVERY_TIME = 'private, no-cache'
export const NO_STORE = 'no-store'

/**
 * An approved member's page, with the member written into it; data (what search asks) as it is.
 *
 * @param knownEtag what the browser holds already, to answer 304 when nothing changed for this member.
 */
export function page(file: BuiltFile, viewer: Reader, knownEtag: string | null): Response {
  if (!isHtml(file)) return data(file, knownEtag)
  return unlessKnown(file, etagFor(file, viewer), knownEtag, () => streamOf(partsOf(file, { viewer })))
}

/** Who a page is written for. */
export type Reader = Viewer & Pick<Member, 'isEditor'>

/** A file that is the same for everybody who may have it. */
export function data(file: BuiltFile, knownEtag: string | null): Response {
  return unlessKnown(file, weakTag([file.etag]), knownEtag, () => file.bytes)
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
  return new Response(writeViewer(screen, viewer), { status: statusOf[state], headers })
}

const statusOf = { pending: 403, unconfirmed: 403, denied: 403, missing: 404 } as const

/** A public screen with what there is to say at present, which everybody is told. */
export function statusScreen(
  screen: BuiltFile,
  status: string | null | undefined,
  knownEtag: string | null,
): Response {
  const etag = weakTag([screen.etag, status])
  return unlessKnown(screen, etag, knownEtag, () => writeWords(screen, { status }))
}

function unlessKnown(
  file: BuiltFile,
  etag: string | null,
  knownEtag: string | null,
  write: () => Uint8Array<ArrayBuffer> | ReadableStream,
): Response {
  const headers = headersOf(file.type, ASK_EVERY_TIME)
  if (etag) headers.set('ETag', etag)
  if (etag && knownEtag === etag) return new Response(null, { status: 304, headers })
  return new Response(write(), { headers })
}

/** The headers of a file, built up from nothing but its type. */
export function headersOf(type: string, cacheControl: string): Headers {
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

/**
 * Writes the member into a built page. Names are in the HTML before any script runs, so no other name ever flashes up.
 * An unknown marker leaves nothing behind.
 */
export function writeViewer(file: BuiltFile, viewer: Reader): Uint8Array<ArrayBuffer> {
  return writeWords(file, { viewer })
}

/** Writes into a built file what there is to say; of what is not given nothing is left. */
export function writeWords(file: BuiltFile, words: Words): Uint8Array<ArrayBuffer> {
  return joined(partsOf(file, words))
}

/**
 * The written file in few parts. What is the same for everybody is the same bytes for everybody: none of it is copied for one
 * member, and whoever sends it can know it again.
 */
function partsOf(file: BuiltFile, words: Words): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let short: Uint8Array[] = []
  const end = () => {
    parts.push(joined(short))
    short = []
  }
  for (const part of templateOf(file)) {
    const bytes = part instanceof Uint8Array ? part : utf8.encode(htmlFor(part, words))
    if (bytes.length < SHORT) short.push(bytes)
    else {
      end()
      parts.push(bytes)
    }
  }
  end()
  return parts.filter(({ length }) => length > 0)
}

/** Words between two marks, which are no part of their own. */
const SHORT = 1024

function streamOf(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

export interface Words {
  viewer?: Reader
  /** Of the request that failed. */
  requestId?: string | null
  /** What an administrator says to everybody. */
  status?: string | null | undefined
}

/**
 * A place in the built HTML where the member's own words go: `[[viewer:name]]`, HTML that editors alone are given:
 * `[[editors:<a …>…</a>]]`, and HTML around words of the moment: `[[request:<p>… *</p>]]`, `[[status:<p>*</p>]]`.
 */
const MARKER = /(\[\[(?:viewer|editors|request|status):.*?\]\])/

/** What is the same for everybody, as bytes, and between it the markers. */
type Template = (Uint8Array<ArrayBuffer> | Marker)[]

interface Marker {
  for: 'viewer' | 'editors' | 'request' | 'status'
  text: string
}

/** A page is taken apart once, for as long as it is kept. */
function templateOf(file: BuiltFile): Template {
  const known = templates.get(file)
  if (known) return known
  const parts = new TextDecoder().decode(file.bytes).split(MARKER)
  // Every second part is a marker.
  const template = parts.map((part, nth) => (nth % 2 ? readMarker(part) : utf8.encode(part)))
  templates.set(file, template)
  return template
}

function readMarker(marker: string): Marker {
  const colon = marker.indexOf(':')
  return { for: marker.slice(2, colon) as Marker['for'], text: marker.slice(colon + 1, -2) }
}

const templates = new WeakMap<BuiltFile, Template>()
const utf8 = new TextEncoder()

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function htmlFor({ for: audience, text: marker }: Marker, { viewer, requestId, status }: Words): string {
  if (audience === 'request') return around(marker, requestId)
  if (audience === 'status') return around(marker, status)
  if (!viewer) return ''
  if (audience === 'editors') return viewer.isEditor ? marker : ''
  if (marker === 'json') return viewerBlock(viewer)
  return isMark(marker) ? htmlOf(marker, marks[marker](viewer)) : ''
}

function around(html: string, words: string | null | undefined): string {
  return words ? html.replace('*', () => escapeHtml(words)) : ''
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

function isHtml({ type }: BuiltFile): boolean {
  return type.startsWith('text/html')
}

/** The same file for the same words about the member is the same page. null when the file has no tag itself. */
function etagFor(file: BuiltFile, viewer: Reader): string | null {
  return weakTag([file.etag, JSON.stringify(viewerOf(viewer)), viewer.isEditor])
}

/** @param parts the file's own tag first: without one nothing is known about what changes. */
function weakTag(parts: readonly (string | boolean | null | undefined)[]): string | null {
  if (!parts[0]) return null
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`
}

import { createHash } from 'node:crypto'
import { escapeUTF8 } from 'entities/escape'
import { STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import {
  type Placeholder,
  placeholders,
  type Viewer,
  VIEWER_ELEMENT_ID,
  viewerOf,
} from '#src/shared/viewer.ts'
import type { Member } from '../member.ts'
import type { BuiltFile, Pages } from '../vendors/ports.ts'
import { partsFor, type Reader } from './parts.ts'
import { permissionsPolicy } from './security-headers.ts'

// Revalidated every time, so that an ended session shows at once.
export const REVALIDATE = 'private, no-cache'
export const NO_STORE = 'no-store'

/**
 * An approved member's page, with the member filled in, or data (such as the search index); null when it isn't for them.
 *
 * @param knownEtag If-None-Match, to answer 304 when nothing changed for this member.
 */
export function memberPage(
  built: BuiltFile,
  viewer: PageViewer,
  reader: Reader,
  knownEtag: string | null,
): Response | null {
  if (!built.type.startsWith('text/html')) return dataFile(built, reader, knownEtag)
  const file = partsFor(built, reader)
  if (!file) return null
  const { isEditor, isAdmin, hasGitHubApp, viewAs } = viewer
  const known = [JSON.stringify(viewerOf(viewer)), viewAs, isEditor, isAdmin, hasGitHubApp]
  const etag = weakEtag([file.etag, ...known])
  const response = notModifiedOr(file, etag, knownEtag, () => fillMarkers(file, { viewer }))
  const delegated = templateOf(file).find((_, index, template) => template[index - 1] === 'permissions')
  if (delegated) response.headers.set('Permissions-Policy', permissionsPolicy(delegated))
  return response
}

export type PageViewer = Viewer &
  Pick<Member, 'isEditor' | 'isAdmin'> & {
    hasGitHubApp?: boolean
    /** The group as whose member they look at the page. */
    viewAs?: string | null
  }

/** null when it isn't for the reader. */
export function dataFile(built: BuiltFile, reader: Reader, knownEtag: string | null): Response | null {
  const file = partsFor(built, reader)
  return file && notModifiedOr(file, weakEtag([file.etag]), knownEtag, () => file.bytes)
}

export async function stateScreen(
  pages: Pages,
  state: keyof typeof statusOf,
  viewer: PageViewer,
  reader: Reader = NOTHING,
): Promise<Response> {
  const built = await pages.openProtected(`${STATE_SCREENS_PREFIX}${state}`)
  const screen = built && partsFor(built, reader)
  if (!screen) throw new Error(`The build has no screen for the state "${state}".`)
  const headers = headersOf(screen.type, NO_STORE)
  return new Response(fillMarkers(screen, { viewer }), { status: statusOf[state], headers })
}

const NOTHING: Reader = { groups: [], isStaff: false }

const statusOf = { pending: 403, unconfirmed: 403, denied: 403, missing: 404 } as const

function notModifiedOr(
  file: BuiltFile,
  etag: string | null,
  knownEtag: string | null,
  write: () => BodyInit,
): Response {
  const headers = headersOf(file.type, REVALIDATE)
  if (etag) headers.set('ETag', etag)
  if (etag && knownEtag === etag) return new Response(null, { status: 304, headers })
  return new Response(write(), { headers })
}

export function headersOf(type: string, cacheControl: string): Headers {
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

/** Removes unknown markers, and those without a value. */
export function fillMarkers(file: BuiltFile, values: MarkerValues): string {
  const template = templateOf(file)
  const fill = (text: string, index: number) => {
    if (index % 3 === 0) return text
    return index % 3 === 1 ? replaceMarker(text as Kind, template[index + 1] ?? '', values) : ''
  }
  return template.map(fill).join('')
}

// HTML, then kind and text of a marker, then HTML again. Decoding and searching a page takes longer than filling it in.
function templateOf(file: BuiltFile): readonly string[] {
  const template = templates.get(file) ?? new TextDecoder().decode(file.bytes).split(MARKER)
  templates.set(file, template)
  return template
}

const templates = new WeakMap<BuiltFile, readonly string[]>()

export interface MarkerValues {
  viewer?: PageViewer
  requestId?: string | null
}

/**
 * A marker in the built HTML: a viewer's field `[[viewer:name]]`, HTML or a prop only for editors `[[editors:<a …>…</a>]]` or
 * only for administrators `[[admins:…]]`, for whoever looks as a member of a group `[[view-as:mentors|…]]`, text only with a GitHub App
 * `[[github-app:…]]`, HTML around a value:
 * `[[request:<p>… *</p>]]`, or what frames may use: `[[permissions:…]]`.
 */
const MARKER = /\[\[(viewer|editors|admins|view-as|github-app|request|permissions):(.*?)\]\]/s

type Kind = 'viewer' | 'editors' | 'admins' | 'view-as' | 'github-app' | 'request' | 'permissions'

function replaceMarker(kind: Kind, text: string, { viewer, requestId }: MarkerValues): string {
  if (kind === 'request') return requestId ? text.replace('*', () => escapeUTF8(requestId)) : ''
  if (!viewer || kind === 'permissions') return ''
  if (kind === 'editors') return viewer.isEditor ? text : ''
  if (kind === 'admins') return viewer.isAdmin ? text : ''
  if (kind === 'view-as') return viewer.viewAs ? text : ''
  if (kind === 'github-app') return viewer.hasGitHubApp ? text : ''
  if (text === 'json') return viewerBlock(viewer)
  return Object.hasOwn(placeholders, text)
    ? htmlOfPlaceholder(text as Placeholder, placeholders[text as Placeholder](viewer))
    : ''
}

function htmlOfPlaceholder(mark: Placeholder, text: string): string {
  if (mark !== 'picture') return escapeUTF8(text)
  return text && `<img src="${escapeUTF8(text)}" alt="">`
}

// Escapes `<`, so that a name can't end the script element or start a comment.
function viewerBlock(viewer: Viewer): string {
  const json = JSON.stringify(viewerOf(viewer)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${VIEWER_ELEMENT_ID}">${json}</script>`
}

// null without the file's own ETag, which comes first.
function weakEtag(parts: readonly (string | boolean | null | undefined)[]): string | null {
  if (!parts[0]) return null
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`
}

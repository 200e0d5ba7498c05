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
  const html = textOf(file)
  const response = respond(file.type, fillMarkers(html, { viewer }), knownEtag)
  const delegated = /\[\[permissions:(.*?)\]\]/.exec(html)?.[1]
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
  return file && respond(file.type, file.bytes, knownEtag)
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
  return new Response(fillMarkers(textOf(screen), { viewer }), { status: statusOf[state], headers })
}

const NOTHING: Reader = { groups: [], isStaff: false }

const statusOf = { pending: 403, unconfirmed: 403, denied: 403, missing: 404 } as const

function respond(type: string, body: string | Uint8Array<ArrayBuffer>, knownEtag: string | null): Response {
  // Weak, because hosts compress.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  const headers = headersOf(type, REVALIDATE)
  headers.set('ETag', etag)
  return knownEtag === etag ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
}

export function headersOf(type: string, cacheControl: string): Headers {
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

export function textOf({ bytes }: BuiltFile): string {
  return new TextDecoder().decode(bytes)
}

/** Removes unknown markers, and those without a value. */
export function fillMarkers(html: string, values: MarkerValues): string {
  return html.replace(MARKER, (_, kind: keyof typeof markers, text: string) => markers[kind](text, values))
}

export interface MarkerValues {
  viewer?: PageViewer
  requestId?: string | null
}

// A marker in the built HTML: `[[kind:text]]`.
const MARKER = /\[\[(viewer|editors|admins|view-as|github-app|request|permissions):(.*?)\]\]/gs

const markers = {
  /** A field of theirs, or all as JSON. */
  viewer: (text, { viewer }) => (viewer ? fieldOf(text, viewer) : ''),
  /** HTML or a prop for editors alone. */
  editors: (text, { viewer }) => (viewer?.isEditor ? text : ''),
  admins: (text, { viewer }) => (viewer?.isAdmin ? text : ''),
  /** For whoever looks as a member of a group. */
  'view-as': (text, { viewer }) => (viewer?.viewAs ? text : ''),
  'github-app': (text, { viewer }) => (viewer?.hasGitHubApp ? text : ''),
  /** HTML with a * for the id. */
  request: (text, { requestId }) => (requestId ? text.replace('*', () => escapeUTF8(requestId)) : ''),
  /** What frames may use, for the header. */
  permissions: () => '',
} satisfies Record<string, (text: string, values: MarkerValues) => string>

function fieldOf(name: string, viewer: Viewer): string {
  if (name === 'json') return viewerBlock(viewer)
  return Object.hasOwn(placeholders, name)
    ? htmlOfPlaceholder(name as Placeholder, placeholders[name as Placeholder](viewer))
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

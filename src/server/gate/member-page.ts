import { createHash } from 'node:crypto'
import { STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import type { BuiltFile, Pages } from '../vendors/ports.ts'
import { contentOf, fillMarkers, type PageViewer } from './markers.ts'
import { partsFor, type Reader } from './parts.ts'
import { headersOf, NO_STORE, REVALIDATE } from './responses.ts'
import { permissionsPolicy } from './security-headers.ts'

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
  const { text, hash } = contentOf(file)
  const response = respond(file.type, [hash, viewer], knownEtag, () => fillMarkers(text, { viewer }))
  const delegated = /\[\[permissions:(.*?)\]\]/.exec(text)?.[1]
  if (delegated) response.headers.set('Permissions-Policy', permissionsPolicy(delegated))
  return response
}

/** null when it isn't for the reader. */
export function dataFile(built: BuiltFile, reader: Reader, knownEtag: string | null): Response | null {
  const file = partsFor(built, reader)
  return file && respond(file.type, [contentOf(file).hash], knownEtag, () => file.bytes)
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
  return new Response(fillMarkers(contentOf(screen).text, { viewer }), { status: statusOf[state], headers })
}

const NOTHING: Reader = { groups: [], isStaff: false }

const statusOf = { pending: 403, unconfirmed: 403, denied: 403, missing: 404 } as const

/** @param madeOf all that the body is made of, so that it is made only for those who don't have it. */
function respond(
  type: string,
  madeOf: readonly unknown[],
  knownEtag: string | null,
  makeBody: () => BodyInit,
): Response {
  // Weak, because hosts compress.
  const etag = `W/"${createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url')}"`
  const headers = headersOf(type, REVALIDATE)
  headers.set('ETag', etag)
  return new Response(knownEtag === etag ? null : makeBody(), {
    status: knownEtag === etag ? 304 : 200,
    headers,
  })
}

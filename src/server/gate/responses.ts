import type { ErrorCode } from '#src/shared/errors.ts'
import { OUTAGE_RETRY_SECONDS } from '#src/shared/field-limits.ts'
import { failureMessage, withRequestId } from '#src/shared/failure.ts'
import { SIGN_OUT_ACTION, STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { cookieName } from '../cookies.ts'
import type { Pages } from '../vendors/ports.ts'
import { contentOf, fillMarkers } from './markers.ts'

// Revalidated every time, so that an ended session shows at once.
export const REVALIDATE = 'private, no-cache'
export const NO_STORE = 'no-store'

// The file server's caching and length don't apply to what the gate makes of a file, so its headers aren't copied.

export function publicScreen(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': REVALIDATE })
}

// Cached for a day, because the browser requests the service worker on every page.
export function publicFile(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': 'private, max-age=86400' })
}

// Never cached. Signing in or out clears what the browser has prefetched or cached for the previous person.
export function finishAction(response: Response, path: string, siteUrl: string): Response {
  const sessionCookie = `${cookieName('session', siteUrl)}=`
  const signedOut = path === SIGN_OUT_ACTION && response.ok
  const signedIn = response.headers.getSetCookie().some((set) => set.startsWith(sessionCookie))
  return withHeaders(response, {
    'Cache-Control': NO_STORE,
    ...(signedIn && { 'Clear-Site-Data': PREFETCH_CACHES }),
    ...(signedOut && { 'Clear-Site-Data': `"cache", ${PREFETCH_CACHES}` }),
  })
}

// What the browser has prefetched was for somebody else.
export function withoutPrefetched(response: Response): Response {
  return withHeaders(response, { 'Clear-Site-Data': PREFETCH_CACHES })
}

const PREFETCH_CACHES = '"prefetchCache", "prerenderCache"'

export async function notFound(pages: Pages): Promise<Response> {
  const screen = await pages.openPublic('/404')
  return new Response(screen.bytes, { status: 404, headers: headersOf(screen.type, NO_STORE) })
}

// Keeps the cookie, so that members stay signed in.
export async function unavailable(pages: Pages, requestId: string | null): Promise<Response> {
  const screen = await pages.openProtected(`${STATE_SCREENS_PREFIX}unavailable`).catch(() => undefined)
  const response = screen
    ? new Response(fillMarkers(contentOf(screen).text, { requestId }), {
        status: 503,
        headers: headersOf(screen.type, NO_STORE),
      })
    : plain(503, `${withRequestId(UNAVAILABLE, requestId)}\n`)
  return withRetryAfter(response, OUTAGE_RETRY_SECONDS)
}

// For when the screen can't be read either.
const UNAVAILABLE = 'Service unavailable. Please try again in a moment.'

/** @param location a path, so that it can't lead to another site. */
export function redirect(status: 302 | 303 | 308, location: string): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': NO_STORE } })
}

export function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersOf('text/plain; charset=utf-8', NO_STORE) })
}

export function methodNotAllowed(allowed = 'GET, HEAD'): Response {
  return withHeaders(plain(405, 'Method not allowed.\n'), { Allow: allowed })
}

/** An ActionError as Astro sends it. */
export function actionRefusal(code: keyof typeof statusOf, reason: ErrorCode): Response {
  const status = statusOf[code]
  const refusal = { type: 'AstroActionError', code, status, message: failureMessage({ code: reason }) }
  return Response.json(refusal, { status, headers: { 'Cache-Control': NO_STORE } })
}

const statusOf = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONTENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const

export function finishPicture(response: Response, { setsCookie }: { setsCookie: boolean }): Response {
  const cacheControl = response.headers.get('Cache-Control') ?? NO_STORE
  // A response with a cookie must not be cached.
  return withHeaders(response, { 'Cache-Control': setsCookie ? REVALIDATE : cacheControl })
}

export function withRetryAfter(response: Response, seconds: number | undefined): Response {
  if (seconds !== undefined) response.headers.set('Retry-After', String(seconds))
  return response
}

// The host's own headers are immutable.
function withHeaders(response: Response, headers: Record<string, string>): Response {
  const copy = new Response(response.body, response)
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
  return copy
}

export function headersOf(type: string, cacheControl: string): Headers {
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
}

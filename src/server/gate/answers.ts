import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { withRequestId } from '#src/shared/failure.ts'
import { SIGN_OUT_ACTION, STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { cookieNames } from '../tokens.ts'
import type { Pages } from '../vendors/ports.ts'
import { REVALIDATE, headersOf, NO_STORE, fillMarkers } from './member-page.ts'

/**
 * Every answer the gate can give besides a member's page. Headers are built up from nothing: what the file server said
 * about caching or length does not hold for what the gate makes of the file.
 */

/** Time a browser or a monitor should wait before it tries again. */
const RETRY_AFTER_SECONDS = 30

export function publicScreen(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': REVALIDATE })
}

/** Kept for a day, so that a browser does not ask for the service worker's file again at each page. */
export function publicFile(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': 'private, max-age=86400' })
}

/**
 * What an action answered; it is about one person, so no cache keeps it. What the browser fetched ahead for the person
 * before is nothing for the one who is here now.
 */
export function action(answer: Response, path: string): Response {
  const signedOut = path === SIGN_OUT_ACTION && answer.ok
  const signedIn = answer.headers.getSetCookie().some((set) => set.startsWith(`${cookieNames.session}=`))
  return withHeaders(answer, {
    'Cache-Control': NO_STORE,
    ...(signedIn && { 'Clear-Site-Data': PREFETCH_CACHES }),
    ...(signedOut && { 'Clear-Site-Data': `"cache", ${PREFETCH_CACHES}` }),
  })
}

const PREFETCH_CACHES = '"prefetchCache", "prerenderCache"'

export async function notFound(pages: Pages): Promise<Response> {
  const screen = await pages.openPublic('/404')
  return new Response(screen.bytes, { status: 404, headers: headersOf(screen.type, NO_STORE) })
}

/** The database or the host is down. The cookie stays: members do not have to sign in again afterwards. */
export async function unavailable(pages: Pages, requestId: string | null): Promise<Response> {
  const screen = await pages.openProtected(`${STATE_SCREENS_PREFIX}unavailable`).catch(() => undefined)
  const answer = screen
    ? new Response(fillMarkers(screen.bytes, { requestId }), {
        status: 503,
        headers: headersOf(screen.type, NO_STORE),
      })
    : plain(503, `${withRequestId(UNAVAILABLE, requestId)}\n`)
  return withRetryAfter(answer, RETRY_AFTER_SECONDS)
}

/** Where the screen cannot be had either. */
const UNAVAILABLE = 'Service unavailable. Please try again in a moment.'

/** The location is a path, so it can never lead to another site. */
export function redirect(status: 302 | 303 | 308, location: string): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': NO_STORE } })
}

/** One line of text. */
export function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersOf('text/plain; charset=utf-8', NO_STORE) })
}

export function json(value: object): Response {
  return Response.json(value, { headers: { 'Cache-Control': NO_STORE } })
}

export function forbidden(): Response {
  return plain(403, 'Requests from other sites are not accepted.\n')
}

export function methodNotAllowed(): Response {
  return withHeaders(plain(405, 'Method not allowed.\n'), { Allow: 'GET, HEAD' })
}

/** For data and pictures of members. */
export function membersOnly(access: AccessDenial): Response {
  return plain(access === 'sign-in' ? 401 : 403, 'Members only.\n')
}

/** A member's action, called without the session of an approved member. */
export function actionDenied(access: AccessDenial): Response {
  if (access === 'sign-in') return actionRefusal('UNAUTHORIZED', 'not_signed_in')
  return actionRefusal('FORBIDDEN', `account_${access}`)
}

/** In the form in which actions refuse, so that the page that called can say it. */
export function actionRefusal(code: keyof typeof statusOf, sentence: ErrorCode): Response {
  const status = statusOf[code]
  const refusal = { type: 'AstroActionError', code, status, message: errorText[sentence] }
  return Response.json(refusal, { status, headers: { 'Cache-Control': NO_STORE } })
}

const statusOf = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONTENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const

/** What the function answered to a member it has checked itself; its own headers hold. */
export function onDemand(answer: Response, { setsCookie }: { setsCookie: boolean }): Response {
  const asItSays = answer.headers.get('Cache-Control') ?? NO_STORE
  // A cache may not keep a cookie together with the picture that it came with.
  return withHeaders(answer, { 'Cache-Control': setsCookie ? REVALIDATE : asItSays })
}

/** Says how long a refused client has to wait. */
export function withRetryAfter(answer: Response, seconds: number | undefined): Response {
  if (seconds !== undefined) answer.headers.set('Retry-After', String(seconds))
  return answer
}

/** The host's answer again, with headers that can be changed. */
function withHeaders(answer: Response, headers: Record<string, string>): Response {
  const copy = new Response(answer.body, answer)
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
  return copy
}

/** Why a member is not let in. */
export type AccessDenial = 'sign-in' | 'pending' | 'denied'

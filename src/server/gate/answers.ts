import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { withRequestId } from '#src/shared/failure.ts'
import { SIGN_OUT_ACTION, STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { cookieNames } from '../tokens.ts'
import type { Pages } from '../vendors/ports.ts'
import { ASK_EVERY_TIME, headersOf, NO_STORE, writeWords } from './page.ts'

/**
 * Every answer the gate can give besides a member's page, one function each. Headers are built up from nothing: whatever
 * the file server said about caching or length does not hold for what the gate makes of the file.
 */

/** Time a browser or a monitor should wait before it tries again. */
const RETRY_AFTER_SECONDS = 30

export function publicScreen(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': ASK_EVERY_TIME })
}

/** Kept for a day, so that a browser does not ask for the service worker's file anew at each page. */
export function publicFile(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': 'private, max-age=86400' })
}

/**
 * Whatever an action answered; it is about one person, so no cache keeps it. What the browser fetched ahead for whoever
 * was here before is nothing for who is here now.
 */
export function action(answer: Response, path: string): Response {
  const signedOut = path === SIGN_OUT_ACTION && answer.ok
  const signedIn = answer.headers.getSetCookie().some((set) => set.startsWith(`${cookieNames.session}=`))
  return withHeaders(answer, {
    'Cache-Control': NO_STORE,
    ...(signedIn && { 'Clear-Site-Data': FETCHED_AHEAD }),
    ...(signedOut && { 'Clear-Site-Data': `"cache", ${FETCHED_AHEAD}` }),
  })
}

const FETCHED_AHEAD = '"prefetchCache", "prerenderCache"'

export async function notFound(pages: Pages): Promise<Response> {
  const screen = await pages.openPublic('/404')
  return new Response(screen.bytes, { status: 404, headers: headersOf(screen.type, NO_STORE) })
}

/** The database or the host is down, or has too much to do. The cookie stays: nobody has to sign in again afterwards. */
export async function unavailable(pages: Pages, requestId: string | null): Promise<Response> {
  const screen = await pages.openProtected(`${STATE_SCREENS_PREFIX}unavailable`).catch(() => undefined)
  const headers = screen ? headersOf(screen.type, NO_STORE) : plainHeaders()
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  const body = screen ? writeWords(screen, { requestId }) : `${withRequestId(UNAVAILABLE, requestId)}\n`
  return new Response(body, { status: 503, headers })
}

/** Where the screen cannot be had either. */
const UNAVAILABLE = 'Service unavailable. Please try again in a moment.'

/** Another name of this page. The target is a path, so it can never lead to another site. */
export function moved(location: string): Response {
  return redirect(308, location)
}

export function found(location: string): Response {
  return redirect(302, location)
}

export function seeOther(location: string): Response {
  return redirect(303, location)
}

/** For whoever watches: that it is well, and nothing else. */
export function healthy(): Response {
  return new Response('ok\n', { headers: plainHeaders() })
}

/** For the operator. */
export function health(details: object): Response {
  return Response.json(details, { headers: { 'Cache-Control': NO_STORE } })
}

export function badRequest(): Response {
  return new Response('Bad request.\n', { status: 400, headers: plainHeaders() })
}

/** Most likely a page asks that is older than the site. */
export function noAction(): Response {
  return actionRefusal('NOT_FOUND', 'page_outdated')
}

/** More than an action takes. */
export function tooLarge(sentence: ErrorCode): Response {
  return actionRefusal('CONTENT_TOO_LARGE', sentence)
}

/** Another content type than the one an action takes. */
export function wrongType(sentence: ErrorCode): Response {
  return actionRefusal('UNSUPPORTED_MEDIA_TYPE', sentence)
}

/** A member's action, called without the session of an approved member. */
export function notAdmitted(access: Refusal): Response {
  if (access === 'sign-in') return actionRefusal('UNAUTHORIZED', 'not_signed_in')
  return actionRefusal('FORBIDDEN', `account_${access}`)
}

/** A member's action while there are more sessions to look up than can be. */
export function busy(): Response {
  return withRetryAfter(actionRefusal('SERVICE_UNAVAILABLE', 'busy'), RETRY_AFTER_SECONDS)
}

/** In the form in which actions refuse, so that the page that called can say it. */
function actionRefusal(code: keyof typeof statusOf, sentence: ErrorCode): Response {
  const status = statusOf[code]
  const headers = { 'Cache-Control': NO_STORE }
  return Response.json(
    { type: 'AstroActionError', code, status, message: errorText[sentence] },
    { status, headers },
  )
}

const statusOf = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONTENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SERVICE_UNAVAILABLE: 503,
} as const

/** For data and pictures of members: a refusal is one line of text. */
export function noEntry(access: Refusal): Response {
  const status = access === 'sign-in' ? 401 : 403
  return new Response('Members only.\n', { status, headers: plainHeaders() })
}

/** What the function answered to a member it has checked itself; its own headers hold. */
export function onDemand(answer: Response, { setsCookie }: { setsCookie: boolean }): Response {
  const asItSays = answer.headers.get('Cache-Control') ?? NO_STORE
  // A cache may not keep a cookie together with the picture that it came with.
  return withHeaders(answer, { 'Cache-Control': setsCookie ? ASK_EVERY_TIME : asItSays })
}

export function forbidden(): Response {
  return new Response('Requests from other sites are not accepted.\n', {
    status: 403,
    headers: plainHeaders(),
  })
}

export function methodNotAllowed(): Response {
  const headers = plainHeaders()
  headers.set('Allow', 'GET, HEAD')
  return new Response('Method not allowed.\n', { status: 405, headers })
}

/** Says how long a refused client has to wait. */
export function withRetryAfter(answer: Response, seconds: number | undefined): Response {
  if (seconds !== undefined) answer.headers.set('Retry-After', String(seconds))
  return answer
}

function redirect(status: 302 | 303 | 308, location: string): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': NO_STORE } })
}

function plainHeaders(): Headers {
  return new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': NO_STORE })
}

/** The host's answer again, with headers that can be changed. */
function withHeaders(answer: Response, headers: Record<string, string>): Response {
  const copy = new Response(answer.body, answer)
  for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value)
  return copy
}

/** Why somebody is not let in. */
export type Refusal = 'sign-in' | 'pending' | 'denied'

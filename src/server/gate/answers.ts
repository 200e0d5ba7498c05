import { createHash } from 'node:crypto'
import { errorText, type ErrorCode } from '#src/shared/errors.ts'
import { SIGN_OUT_ACTION, STATE_SCREENS_PREFIX } from '#src/shared/paths.ts'
import { type Viewer, viewerOf } from '#src/shared/viewer.ts'
import type { FoundSession, SessionCookie } from '../vendors/ports.ts'
import type { Access } from './access.ts'
import type { Pages } from './ports.ts'
import { writeViewer } from './write-viewer.ts'

/**
 * Every answer the gate can give, one function each. Headers are built up from nothing: whatever the file server
 * said about caching or length does not hold for what the gate makes of the file.
 */

const NO_STORE = 'no-store'

/** The browser may keep it but must ask again every time, so that an ended session shows at once. */
const ASK_EVERY_TIME = 'private, no-cache'

/** Time a browser or a monitor should wait before it tries again. */
const RETRY_AFTER_SECONDS = 30

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

export function publicScreen(file: Response): Response {
  return withHeaders(file, { 'Cache-Control': ASK_EVERY_TIME })
}

export function publicFile(file: Response): Response {
  return withHeaders(file, {})
}

/** Whatever an action answered; it is about one person, so no cache keeps it. */
export function action(answer: Response, path: string): Response {
  const signedOut = path === SIGN_OUT_ACTION && answer.ok
  return withHeaders(answer, {
    'Cache-Control': NO_STORE,
    ...(signedOut && { 'Clear-Site-Data': '"cache"' }),
  })
}

export async function notFound(pages: Pages): Promise<Response> {
  const screen = await pages.openPublic('/404')
  return new Response(screen.body, { status: 404, headers: headersOf(screen, NO_STORE) })
}

/** The database or the host is down, or has too much to do. The cookie stays: nobody has to sign in again afterwards. */
export async function unavailable(pages: Pages): Promise<Response> {
  const screen = await pages.openKept(`${STATE_SCREENS_PREFIX}unavailable`).catch(() => null)
  const headers = screen ? headersOf(screen, NO_STORE) : plainHeaders()
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  return new Response(screen?.body ?? 'Service unavailable. Please try again in a moment.\n', {
    status: 503,
    headers,
  })
}

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

export function badRequest(): Response {
  return new Response('Bad request.\n', { status: 400, headers: plainHeaders() })
}

export function noAction(): Response {
  return new Response('There is no such action.\n', { status: 404, headers: plainHeaders() })
}

/** More than an action takes; a form with a picture says what is wrong with it. */
export function tooLarge(takes: Takes): Response {
  return actionRefusal('CONTENT_TOO_LARGE', takes === 'picture' ? 'avatar_too_large' : 'unexpected')
}

/** Another content type than the one an action takes. */
export function wrongType(takes: Takes): Response {
  return actionRefusal('UNSUPPORTED_MEDIA_TYPE', takes === 'picture' ? 'avatar_wrong_type' : 'unexpected')
}

/** A member's action, called without the session of an approved member. */
export function notAdmitted(access: Exclude<Access, 'allow'>): Response {
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
  CONTENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SERVICE_UNAVAILABLE: 503,
} as const

/** For data and pictures of members: a refusal is one line of text. */
export function noEntry(access: Exclude<Access, 'allow'>): Response {
  const status = access === 'sign-in' ? 401 : 403
  return new Response('Members only.\n', { status, headers: plainHeaders() })
}

/** What the function answered to a member it has checked itself; its own headers hold. */
export function onDemand(answer: Response, session: FoundSession): Response {
  // A cache may not keep a cookie together with the picture that it came with.
  return session.renewedCookie
    ? withRenewedCookie(withHeaders(answer, { 'Cache-Control': ASK_EVERY_TIME }), session)
    : withHeaders(answer, {})
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

/**
 * Cookies set through Astro are lost at the edge, so the header is written here. An answer that sets the session
 * itself, as one to a new password does, knows better.
 */
export function withRenewedCookie(answer: Response, session: FoundSession | null): Response {
  const cookie = session?.renewedCookie
  if (!cookie || answer.headers.getSetCookie().some((set) => set.startsWith(`${cookie.name}=`))) return answer
  answer.headers.append('Set-Cookie', serializeCookie(cookie))
  return answer
}

function serializeCookie({ name, value, attributes }: SessionCookie): string {
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=${attributes.path}; HttpOnly; Secure; SameSite=Lax`
}

function redirect(status: 302 | 303 | 308, location: string): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': NO_STORE } })
}

function headersOf(file: Response, cacheControl: string): Headers {
  const type = file.headers.get('content-type') ?? 'application/octet-stream'
  return new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl })
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

function isHtml(file: Response): boolean {
  return file.headers.get('content-type')?.startsWith('text/html') ?? false
}

/** The same file for the same words about the member is the same page. null when the file has no tag itself. */
function etagFor(file: Response, viewer: Viewer): string | null {
  return weakTag([file.headers.get('etag'), JSON.stringify(viewerOf(viewer))])
}

/** @param parts the file's own tag first: without one nothing is known about what changes. */
function weakTag(parts: readonly (string | null)[]): string | null {
  if (!parts[0]) return null
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return `W/"${hash.slice(0, ETAG_LENGTH)}"`
}

/** 132 bits of the hash. */
const ETAG_LENGTH = 22

/** The kinds of body, as the doors have them. */
type Takes = 'json' | 'picture' | 'nothing'

import { VIEW_AS_PARAMETER } from '#src/shared/audience.ts'
import { safeNextPath, signInPath } from '#src/shared/next-path.ts'
import {
  ACCOUNT_HASH,
  AVATARS_PREFIX,
  BOUNCES_PATH,
  CHANGE_PASSWORD_PATH,
  FEEDS_PREFIX,
  HEALTH_PATH,
  HOME_PATH,
  PROGRAMME_CALENDAR,
  publicFiles,
  publicScreens,
  tokenScreens,
  signedOutScreens,
  STATE_SCREENS_PREFIX,
  SUBMISSIONS_PREFIX,
  UNSUBSCRIBE_PATH,
} from '#src/shared/paths.ts'
import { VIEW_AS_SECONDS } from '../lifetimes.ts'
import { isHidden, authorize, accountState } from '../access.ts'
import { unsubscribe } from '../broadcasts/preferences.ts'
import { findFeedReader } from '../calendar/feeds.ts'
import { InvalidEnvError } from '../env.ts'
import { log, requestIdOf } from '../log.ts'
import { cookieName, readCookie, serializeCookie } from '../cookies.ts'
import { isStaff, viewedAs } from '../member.ts'
import type { BuiltFile, FoundSession, Pages, RetryingSql, Sessions } from '../vendors/ports.ts'
import * as responses from './responses.ts'
import { handleBounce } from './bounces.ts'
import { canonicalPath } from './canonical-path.ts'
import { findEndpoint } from './endpoints.ts'
import { findWriteError, HEALTH_DETAILS_PATH, type HealthDetails, isOperator } from './health.ts'
import { dataFile, memberPage, stateScreen } from './member-page.ts'
import { readerOf } from './parts.ts'
import { isSubmissionUrl, isSafeMethod, isSameOrigin, loggablePath } from './request.ts'
import { type PagePolicy, setSecurityHeaders } from './security-headers.ts'

/**
 * Answers a request. Everything is protected unless it is listed as public, and every failure ends in a 503, never in a page.
 *
 * @param next forwards the request to the host: a public file or an action.
 */
export async function handleRequest(gate: Gate, request: Request, next: Next): Promise<Response> {
  const url = new URL(request.url)
  const response = await routeRequest(gate, request, url, next).catch((cause: unknown) => {
    logOutage(url.pathname, cause)
    return responses.unavailable(gate.pages, requestIdOf(request))
  })
  setSecurityHeaders(response, url.pathname, gate)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

export interface Gate extends PagePolicy {
  pages: Pages
  /** Netlify's id of the deploy; null elsewhere. */
  deploy: string | null
  /** Whether editors can sign in at /edit with their password. */
  hasGitHubApp: boolean
  /** Created at first use, so that a missing variable is an outage. */
  connect: () => Connection
}

export interface Connection {
  siteUrl: string
  healthSecret: string | undefined
  bounceSecret: string | undefined
  retryingSql: RetryingSql
  sessions: Pick<Sessions, 'find'>
  readHealth: () => Promise<HealthDetails>
}

type Next = () => Promise<Response>

function logOutage(path: string, error: unknown): void {
  // Names of variables, never values.
  const settings = error instanceof InvalidEnvError ? error.variables.join(', ') : undefined
  log('error', { code: 'gate_unavailable', facts: { path: loggablePath(path), settings }, error })
}

async function routeRequest(gate: Gate, request: Request, url: URL, next: Next): Promise<Response> {
  if (isSubmissionUrl(url)) return handleSubmission(request, next)
  if (!isSafeMethod(request.method)) return handleUnsafeMethod(gate, request, url, next)

  if (url.pathname === CHANGE_PASSWORD_PATH)
    return responses.redirect(302, `${HOME_PATH}${ACCOUNT_HASH}security`)
  const canonical = canonicalPath(url.pathname)
  if (canonical.kind === 'malformed') return responses.plain(400, 'Bad request.\n')
  if (canonical.kind === 'unknown') return responses.notFound(gate.pages)
  const { path } = canonical
  if (path !== url.pathname) return responses.redirect(308, path + url.search)

  if (isListed(publicFiles, path)) return responses.publicFile(await next())
  if (isListed(signedOutScreens, path)) return handleSignedOutScreen(gate, request, url, next)
  // Chromium sends the address as the referrer of fonts, whatever the page's policy, but never the fragment.
  if (isListed(tokenScreens, path) && url.searchParams.has('token'))
    return responses.redirect(302, `${path}#${url.search.slice(1)}`)
  if (isListed(publicScreens, path)) return responses.publicScreen(await next())
  if (path.startsWith(STATE_SCREENS_PREFIX)) return responses.notFound(gate.pages)
  if (path.startsWith(AVATARS_PREFIX)) return handleAvatar(gate, request, next)
  if (path.startsWith(FEEDS_PREFIX)) return handleFeed(gate, request, path)
  if (path === HEALTH_PATH) return handleHealth(gate)
  if (path === HEALTH_DETAILS_PATH && isByOperator(gate, request)) return handleHealthDetails(gate)
  return handleProtected(gate, request, path, url.search)
}

async function handleProtected(gate: Gate, request: Request, path: string, query: string): Promise<Response> {
  const [file, session] = await Promise.all([gate.pages.openProtected(path), findSession(gate, request)])
  const { ok, found } = authorize(session)
  if (ok)
    return withRenewedCookie(gate, await handleMember(gate, request, { file, path, query }, found), found)
  if (!file) return responses.notFound(gate.pages)
  if (!found) return responses.redirect(302, signInPath(path + query))
  const screen = await stateScreen(gate.pages, accountState(found.member), found.member)
  return withRenewedCookie(gate, screen, found)
}

async function handleMember(
  gate: Gate,
  request: Request,
  { file, path, query }: { file: BuiltFile | null; path: string; query: string },
  { member }: FoundSession,
): Promise<Response> {
  const isForStaff = isHidden(path, viewedAs(member, ''))
  const chosen = new URLSearchParams(query).get(VIEW_AS_PARAMETER)
  if (isStaff(member) && chosen !== null) return chooseViewAs(gate, isForStaff ? HOME_PATH : path, chosen)
  const isViewable = isStaff(member) && !isForStaff
  const viewAs = isViewable ? readCookie(request.headers, 'view-as', gate.connect().siteUrl) : null
  const viewer = { ...viewedAs(member, viewAs), hasGitHubApp: gate.hasGitHubApp, viewAs }
  const reader = readerOf(member, viewAs)
  const knownEtag = request.headers.get('if-none-match')
  const page = file && !isHidden(path, member) ? memberPage(file, viewer, reader, knownEtag) : null
  return page ?? stateScreen(gate.pages, 'missing', viewer, reader)
}

/** @param group '' for everything again. */
function chooseViewAs(gate: Gate, path: string, group: string): Response {
  const { siteUrl } = gate.connect()
  const isName = /^[a-z0-9-]{1,40}$/.test(group)
  const cookie = {
    name: 'view-as',
    value: isName ? group : '',
    maxAge: isName ? VIEW_AS_SECONDS : 0,
  } as const
  const response = responses.redirect(302, path)
  response.headers.append('Set-Cookie', serializeCookie(cookie, siteUrl))
  return responses.withoutPrefetched(response)
}

// Apart from what Postmark, mail programs and form tools send, only pages of this site reach anything, and only actions.
async function handleUnsafeMethod(gate: Gate, request: Request, url: URL, next: Next): Promise<Response> {
  if (request.method === 'POST' && url.pathname === UNSUBSCRIBE_PATH) return handleUnsubscribe(gate, url)
  if (request.method === 'POST' && url.pathname === BOUNCES_PATH) return handleBounce(gate.connect(), request)
  if (url.pathname.startsWith(SUBMISSIONS_PREFIX)) return responses.plain(404, 'Not found.\n')
  // A password manager may submit a form before its script has loaded. Show the screen again; without a referrer, Origin is "null".
  if (request.method === 'POST' && isListed(publicScreens, url.pathname))
    return responses.redirect(303, url.pathname)
  const { siteUrl } = gate.connect()
  if (!isSameOrigin(request.headers, siteUrl)) return responses.actionRefusal('FORBIDDEN', 'other_address')

  const endpoint = findEndpoint(request)
  if (endpoint instanceof Response) return endpoint
  const forward = async () => responses.finishAction(await next(), url.pathname, siteUrl)
  if (endpoint.for === 'anyone') return forward()

  // The function checks again; checking here keeps strangers' requests away from it.
  const session = await findSession(gate, request).catch(() => 'outage' as const)
  // The function has the action's error message.
  if (session === 'outage') return forward()
  const admission = authorize(session)
  if (!admission.ok)
    return responses.actionRefusal(admission.found ? 'FORBIDDEN' : 'UNAUTHORIZED', admission.code)
  return withRenewedCookie(gate, await forward(), admission.found)
}

// During an outage, approved members get the sign-in screen, too.
async function handleSignedOutScreen(gate: Gate, request: Request, url: URL, next: Next): Promise<Response> {
  const { ok, found } = authorize(await findSession(gate, request).catch(() => undefined))
  if (!ok) return responses.publicScreen(await next())
  return withRenewedCookie(gate, responses.redirect(302, safeNextPath(url.searchParams.get('next'))), found)
}

async function handleHealth(gate: Gate): Promise<Response> {
  const [home] = await Promise.all([gate.pages.openProtected(HOME_PATH), gate.connect().readHealth()])
  if (!home) throw new Error('The build has no home page.')
  return responses.plain(200, 'ok\n')
}

function isByOperator(gate: Gate, { headers }: Request): boolean {
  return headers.has('authorization') && isOperator(headers, gate.connect().healthSecret)
}

async function handleHealthDetails(gate: Gate): Promise<Response> {
  const { readHealth, retryingSql } = gate.connect()
  const [health, writeError] = await Promise.all([readHealth(), findWriteError(retryingSql)])
  const details = { deploy: gate.deploy, ...health, writeError }
  return Response.json(details, { headers: { 'Cache-Control': responses.NO_STORE } })
}

async function handleAvatar(gate: Gate, request: Request, next: Next): Promise<Response> {
  const { ok, found } = authorize(await findSession(gate, request))
  if (!ok) return responses.plain(found ? 403 : 401, 'Members only.\n')
  const picture = await next()
  // Somebody may have opened the picture as a page.
  if (picture.status >= 500) return responses.unavailable(gate.pages, requestIdOf(request))
  const response = responses.finishPicture(picture, { setsCookie: found.renewedCookie !== null })
  return withRenewedCookie(gate, response, found)
}

async function handleFeed(gate: Gate, request: Request, path: string): Promise<Response> {
  const token = path.slice(FEEDS_PREFIX.length).replace(/\.ics$/, '')
  const found = await findFeedReader(gate.connect().retryingSql, token)
  const file = found && (await gate.pages.openProtected(PROGRAMME_CALENDAR))
  const calendar = file && dataFile(file, readerOf(found, null), request.headers.get('if-none-match'))
  return calendar ?? responses.notFound(gate.pages)
}

// The function checks the secret before it reads the body. People open the address in a browser to try it.
async function handleSubmission({ method }: Request, next: Next): Promise<Response> {
  if (method === 'POST') return next()
  return isSafeMethod(method)
    ? responses.plain(200, 'This address waits for your form tool.\n')
    : responses.methodNotAllowed('GET, HEAD, POST')
}

// One click in a mail program (RFC 8058), or the screen's button. The body isn't read.
async function handleUnsubscribe(gate: Gate, { searchParams }: URL): Promise<Response> {
  const isEnded = await unsubscribe(gate.connect().retryingSql, searchParams.get('token') ?? '')
  return isEnded
    ? responses.plain(200, 'You won’t get these emails any more.\n')
    : responses.plain(404, 'Not found.\n')
}

async function findSession(gate: Gate, request: Request): Promise<FoundSession | null> {
  // Needs no settings, so that it leads to the sign-in screen even without them.
  if (!request.headers.has('cookie')) return null
  const { siteUrl, sessions } = gate.connect()
  const token = readCookie(request.headers, 'session', siteUrl)
  return token ? sessions.find(token) : null
}

// Keeps a session cookie that the action has set.
function withRenewedCookie(
  gate: Gate,
  response: Response,
  { renewedCookie: cookie }: FoundSession,
): Response {
  if (!cookie) return response
  const { siteUrl } = gate.connect()
  const name = `${cookieName(cookie.name, siteUrl)}=`
  if (response.headers.getSetCookie().some((set) => set.startsWith(name))) return response
  response.headers.append('Set-Cookie', serializeCookie(cookie, siteUrl))
  return response
}

function isListed(paths: readonly string[], path: string): boolean {
  return paths.includes(path)
}

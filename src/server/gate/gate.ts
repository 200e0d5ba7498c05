import { safeNextPath, signInPath } from '#src/shared/next-path.ts'
import {
  AVATARS_PREFIX,
  DECIDE_PATH,
  EDIT_PATH,
  FEEDS_PREFIX,
  HOME_PATH,
  PROGRAMME_CALENDAR,
  publicFiles,
  publicScreens,
  signedOutScreens,
  STATE_SCREENS_PREFIX,
} from '#src/shared/paths.ts'
import type { Member } from '../member.ts'
import { BusyError } from '../queue.ts'
import { requestIdOf } from '../request-id.ts'
import { readCookie, serializeCookie } from '../tokens.ts'
import type { Clock, FoundSession, Pages, Sessions } from '../vendors/ports.ts'
import * as answers from './answers.ts'
import { canonicalPath } from './canonical-path.ts'
import { findEndpoint, isSafeMethod, isSameOrigin } from './endpoints.ts'
import { HEALTH_DETAILS_PATH, HEALTH_PATH } from './health.ts'
import { data, page, stateScreen } from './page.ts'
import { type PagePolicy, setSecurityHeaders } from './security-headers.ts'
import { signInScreen } from './sign-in-screen.ts'
import { startTiming } from './timing.ts'

/**
 * Answers one request in front of the whole site. Everything is protected unless it is listed as public, and
 * whatever goes wrong on the way ends in a 503, never in a page.
 *
 * @param next hands the request on to the host: a public file or an action.
 */
export async function passGate(gate: Gate, request: Request, next: Next): Promise<Response> {
  const url = new URL(request.url)
  const answer = await answerRequest(gate, request, url, next).catch((cause: unknown) => {
    const code = cause instanceof BusyError ? 'gate_busy' : 'gate_unavailable'
    gate.logOutage({ code, path: url.pathname, cause })
    return answers.unavailable(gate.pages, requestIdOf(request))
  })
  setSecurityHeaders(answer, url.pathname, gate)
  return request.method === 'HEAD' ? new Response(null, answer) : answer
}

export interface Gate extends PagePolicy {
  pages: Pages
  /** Where the request comes from, as the platform gives it. */
  address: string
  /** Names the deploy, as the platform does; null where it does not. */
  deploy: string | null
  /** For times that pass, not for the time of day. */
  clock: Clock
  logOutage: LogOutage
  /** Made from the environment when it is first needed, so that a missing variable is an outage like any other. */
  connect: () => {
    siteUrl: string
    sessions: Pick<Sessions, 'find'>
    /** Who has an address of the calendar with this token; as a session is found. */
    findFeed: (token: string, address: string) => Promise<Pick<Member, 'approvalStatus'> | null>
    /** One question to the database for all who ask within a second. */
    readHealth: () => Promise<object>
    /** Whether the operator signed this. */
    isSigned: (headers: Headers) => boolean
    /** What there is to say on the sign-in screen; never throws. */
    readStatus: () => Promise<string | null>
  }
}

/** Where the gate says without personal data that something is wrong, or that it had to refuse a client for a while. */
type LogOutage = (outage: { code: 'gate_busy' | 'gate_unavailable'; path: string; cause: unknown }) => void

type Next = () => Promise<Response>

async function answerRequest(gate: Gate, request: Request, url: URL, next: Next): Promise<Response> {
  if (!isSafeMethod(request.method)) return answerChange(gate, request, url, next)

  const canonical = canonicalPath(url.pathname)
  if (canonical.kind === 'malformed') return answers.badRequest()
  if (canonical.kind === 'unknown') return answers.notFound(gate.pages)
  if (canonical.kind === 'moved') return answers.moved(canonical.path + url.search)

  const { path } = canonical
  if (isListed(publicFiles, path)) return answers.publicFile(await next())
  if (isListed(signedOutScreens, path)) return answerSignedOutScreen(gate, request, next)
  if (isListed(publicScreens, path)) return answers.publicScreen(await next())
  if (path.startsWith(STATE_SCREENS_PREFIX)) return answers.notFound(gate.pages)
  if (path.startsWith(AVATARS_PREFIX)) return answerAvatar(gate, request, next)
  if (path.startsWith(FEEDS_PREFIX)) return answerFeed(gate, request, path)
  if (path === HEALTH_PATH) return answerHealth(gate)
  if (path === HEALTH_DETAILS_PATH && isByOperator(gate, request)) return answerHealthDetails(gate)
  return answerProtected(gate, request, path, url.search)
}

/** Requests that may change something reach actions only, and only from a page of this site. */
async function answerChange(gate: Gate, request: Request, url: URL, next: Next): Promise<Response> {
  if (!isSameOrigin(request.headers, gate.connect().siteUrl)) return answers.forbidden()
  // A form that was sent before its script arrived: show the screen again instead of an error.
  if (request.method === 'POST' && isListed(publicScreens, url.pathname))
    return answers.seeOther(url.pathname)

  const found = findEndpoint(request)
  if ('refusal' in found) return found.refusal
  const session = found.endpoint.for === 'members' ? await admit(gate, request) : null
  if (session && 'refusal' in session) return session.refusal
  return withRenewedCookie(answers.action(await next(), url.pathname), session)
}

/**
 * The session of a member who calls an action. The function asks for itself again; asking here keeps what a stranger
 * sends from ever getting there. An outage is left to the function, which has the action's own words for it: null.
 */
async function admit(gate: Gate, request: Request): Promise<FoundSession | { refusal: Response } | null> {
  try {
    const { access, found } = decideAccess(await findSession(gate, request))
    return access === 'allow' ? found : { refusal: answers.notAdmitted(access) }
  } catch (cause) {
    if (!(cause instanceof BusyError)) return null
    gate.logOutage({ code: 'gate_busy', path: new URL(request.url).pathname, cause })
    return { refusal: answers.busy() }
  }
}

/** What the gate does with a request for a protected page. docs/product.md, Roles, in one function. */
export function decideAccess<Found extends { member: Pick<Member, 'approvalStatus'> }>(
  found: Found | null | undefined,
): Admission<Found> {
  if (!found) return { access: 'sign-in', found: null }
  const { approvalStatus } = found.member
  return { access: approvalStatus === 'approved' ? 'allow' : approvalStatus, found }
}

type Admission<Found> =
  | { access: Exclude<answers.Refusal, 'sign-in'> | 'allow'; found: Found }
  | { access: 'sign-in'; found: null }

/**
 * Approved members are where they wanted to go without signing in; without a cookie no session is asked for. What there is
 * to say to everybody stands on it.
 */
async function answerSignedOutScreen(gate: Gate, request: Request, next: Next): Promise<Response> {
  const { access, found } = decideAccess(await findSession(gate, request).catch(() => undefined))
  if (access === 'allow')
    return withRenewedCookie(
      answers.found(safeNextPath(new URL(request.url).searchParams.get('next'))),
      found,
    )
  return signInScreen(request, next, async () => gate.connect().readStatus())
}

/** Whether a member would get a page now. Anything else ends as it would for them, in a 503. */
async function answerHealth(gate: Gate): Promise<Response> {
  const [home] = await Promise.all([gate.pages.openProtected(HOME_PATH), gate.connect().readHealth()])
  if (!home) throw new Error('The build has no home page.')
  return answers.healthy()
}

/** Anybody else is told of a missing page, as of any. */
function isByOperator(gate: Gate, { headers }: Request): boolean {
  return headers.has('x-lanai-signature') && gate.connect().isSigned(headers)
}

async function answerHealthDetails(gate: Gate): Promise<Response> {
  return answers.health({ deploy: gate.deploy, ...(await gate.connect().readHealth()) })
}

async function answerProtected(gate: Gate, request: Request, path: string, query: string): Promise<Response> {
  const knownEtag = request.headers.get('if-none-match')
  const timing = startTiming(gate.clock)
  const [file, session] = await Promise.all([
    timing.of('file', gate.pages.openProtected(path)),
    timing.of('db', findSession(gate, request)),
  ])
  const { access, found } = decideAccess(session)
  const isHidden =
    (path === EDIT_PATH && access === 'allow' && !found.member.isEditor) ||
    (path === DECIDE_PATH && !(access === 'allow' && found.member.isAdmin))
  if (!file || isHidden) {
    if (access !== 'allow') return answers.notFound(gate.pages)
    return withRenewedCookie(await stateScreen(gate.pages, 'missing', found.member), found)
  }
  if (access === 'sign-in') return answers.found(signInPath(path + query))

  const answer =
    access === 'allow'
      ? page(file, found.member, knownEtag)
      : await stateScreen(gate.pages, stateOf(found.member), found.member)
  if (access === 'allow') timing.writeTo(answer)
  return withRenewedCookie(answer, found)
}

/** Who waits without having confirmed the address can have that mail again. */
function stateOf({ approvalStatus, emailConfirmed }: Member): 'pending' | 'unconfirmed' | 'denied' {
  if (approvalStatus === 'denied') return 'denied'
  return emailConfirmed ? 'pending' : 'unconfirmed'
}

/** Pictures are no files: the function has them, and checks the session for itself. */
async function answerAvatar(gate: Gate, request: Request, next: Next): Promise<Response> {
  const { access, found } = decideAccess(await findSession(gate, request))
  if (access !== 'allow') return answers.noEntry(access)
  const picture = await next()
  // Should the address itself have been opened, that is a screen.
  if (picture.status >= 500) return answers.unavailable(gate.pages, requestIdOf(request))
  const answer = answers.onDemand(picture, { setsCookie: found.renewedCookie !== null })
  return withRenewedCookie(answer, found)
}

/**
 * The programme's calendar at a member's own address: the calendars that ask know no session. To whom it says nothing any
 * more it is an address like any that never was.
 */
async function answerFeed(gate: Gate, request: Request, path: string): Promise<Response> {
  const knownEtag = request.headers.get('if-none-match')
  const token = path.slice(FEEDS_PREFIX.length).replace(/\.ics$/, '')
  const owner = await gate.connect().findFeed(token, gate.address)
  const file =
    owner?.approvalStatus === 'approved' ? await gate.pages.openProtected(PROGRAMME_CALENDAR) : null
  return file ? data(file, knownEtag) : answers.notFound(gate.pages)
}

async function findSession(gate: Gate, request: Request): Promise<FoundSession | null> {
  const token = readCookie(request.headers, 'session')
  if (!token) return null
  return gate.connect().sessions.find(token, gate.address)
}

/**
 * Cookies set through Astro are lost at the edge, so the header is written here. An answer that sets the session
 * itself, as one to a new password does, knows better.
 */
function withRenewedCookie(answer: Response, session: FoundSession | null): Response {
  const cookie = session?.renewedCookie
  if (!cookie || answer.headers.getSetCookie().some((set) => set.startsWith(`${cookie.name}=`))) return answer
  answer.headers.append('Set-Cookie', serializeCookie(cookie))
  return answer
}

function isListed(paths: readonly string[], path: string): boolean {
  return paths.includes(path)
}

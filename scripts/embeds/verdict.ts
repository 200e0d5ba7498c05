import type { Health } from '../../src/embeds/health.ts'
import type { Address } from './addresses.ts'
import type { FailureReason, Reply } from './ask.ts'

/** What a reply says of an address. `oembed` is what YouTube's own service says of a video. */
export function judge(address: Address, reply: Reply, { site, oembed }: Surroundings): Health {
  if (reply.is === 'failed') return FAILURES[reply.reason]

  const { status, url } = reply
  if (address.provider === 'link' && (isSignIn(url) || KEPT_FROM_PROGRAMS.has(status)))
    return judgeLink(status)
  if (isSignIn(url)) return { status: 'closed', detail: 'asks people to sign in before it shows anything' }
  if (status === 401 || status === 403) return { status: 'closed', detail: `lets no one in (${status})` }
  if (status === 404 || status === 410) return { status: 'gone', detail: `has nothing there (${status})` }
  if (status === 429 || status >= 500) return { status: 'failing', detail: `is in trouble (${status})` }
  if (status >= 400) return { status: 'gone', detail: `does not know the address (${status})` }
  if (address.framing === 'refused') return fine(status)

  const refusal = refusalOfFrames(reply, site)
  if (address.framing === 'unknown') return judgeCard(refusal)
  if (refusal) return { status: 'refuses', detail: `refuses frames (${refusal})` }
  return oembed ? judgeVideo(status, oembed) : fine(status)
}

/** Networks let people in and programs not: only a person can tell. */
function judgeLink(status: number): Health {
  return { status: 'ok', detail: `answers people alone (${status})` }
}

const KEPT_FROM_PROGRAMS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999])

/** A card that could be a frame: the editor may want to know. */
function judgeCard(refusal: string | undefined): Health {
  const detail = refusal
    ? `is a card, and refuses frames (${refusal})`
    : 'is a card, and lets itself be framed: `frame: true` would show it'
  return { status: 'ok', detail }
}

/** YouTube answers 200 for any video; whether there is one, and whether it may be embedded, oEmbed knows. */
function judgeVideo(status: number, oembed: Reply): Health {
  if (oembed.is === 'failed') return fine(status)
  if (oembed.status === 401 || oembed.status === 403) {
    return { status: 'closed', detail: `is private or may not be embedded (oEmbed ${oembed.status})` }
  }
  if (oembed.status === 400 || oembed.status === 404) {
    return { status: 'gone', detail: `has no such video (oEmbed ${oembed.status})` }
  }
  return fine(status)
}

/** Why a page lets this site show it in no frame, as the end of a sentence; nothing when it does. */
export function refusalOfFrames(
  { frameOptions, policies }: FrameHeaders,
  site: string | null,
): string | undefined {
  const ancestors = policies.flatMap(ancestorLists)
  // Where a policy names who may frame a page, browsers leave X-Frame-Options aside.
  if (ancestors.length > 0) {
    const closed = ancestors.find((list) => !list.some((source) => admits(source, site)))
    return closed && `frame-ancestors ${closed.join(' ') || "'none'"}`
  }
  return frameOptions === null ? undefined : `X-Frame-Options: ${frameOptions}`
}

/** One list for each policy; policies may share a header, separated by commas. */
function ancestorLists(header: string): string[][] {
  return header
    .split(',')
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === 'frame-ancestors')
    .map(([, ...sources]) => sources)
}

function admits(source: string, site: string | null): boolean {
  const text = source.toLowerCase()
  if (text === '*' || text === 'https:') return true
  if (!site || text.startsWith("'")) return false
  const match = /^(?:([a-z]+):\/\/)?(\*\.)?([^:/]+)(?::(\d+|\*))?\/?$/.exec(text)
  if (!match) return false
  const [, scheme, wildcard, host = '', port] = match
  const { protocol, hostname, port: ownPort } = new URL(site)
  if (scheme && `${scheme}:` !== protocol) return false
  if (port !== '*' && (port ?? '') !== ownPort) return false
  return wildcard ? hostname.endsWith(`.${host}`) : hostname === host
}

/** Addresses kept for examples (RFC 2606): no request is made for them. */
export function isPlaceholder(url: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/.test(new URL(url).hostname)
}

export const PLACEHOLDER: Health = {
  status: 'placeholder',
  detail: 'is an example: write your own',
}

function fine(status: number): Health {
  return { status: 'ok', detail: `answers (${status})` }
}

function isSignIn(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return hostname === 'accounts.google.com' || /\/(?:login|signin|ServiceLogin)\b/.test(pathname)
}

const FAILURES: Record<FailureReason, Health> = {
  'unknown-host': { status: 'silent', detail: 'has an unknown name' },
  timeout: { status: 'silent', detail: 'does not answer' },
  unreachable: { status: 'silent', detail: 'cannot be reached' },
  private: { status: 'private', detail: 'leads into a private network: not asked' },
  redirects: { status: 'gone', detail: 'redirects for ever' },
}

export interface Surroundings {
  /** The portal's own origin, when it is known. */
  site: string | null
  oembed?: Reply | undefined
}

export interface FrameHeaders {
  frameOptions: string | null
  policies: string[]
}

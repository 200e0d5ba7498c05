import type { Health } from '../../src/embeds/health.ts'
import type { Address } from './address.ts'
import type { FailureReason, Reply } from './ask.ts'
import { refusalOfFrames } from './framing.ts'

/** What a reply says of an address. `oembed` is what YouTube's own service says of a video. */
export function judge(address: Address, reply: Reply, { site, oembed }: Surroundings): Health {
  if (reply.is === 'failed') return FAILURES[reply.reason]

  const { status, url } = reply
  if (address.provider === 'link' && (isSignIn(url) || KEPT_FROM_PROGRAMS.has(status)))
    return judgeLink(status)
  if (isSignIn(url)) return { status: 'closed', detail: 'asks people to sign in before it shows anything' }
  if (status === 401 || status === 403) return { status: 'closed', detail: `lets nobody in (${status})` }
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

/** Addresses kept for examples (RFC 2606): nobody is asked about them. */
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
  'unknown-host': { status: 'silent', detail: 'has a name nobody knows' },
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

import pMap from 'p-map'
import type { Address } from './addresses.ts'
import type { Answer, Reply } from './request-page.ts'

/** Checks all addresses with limited concurrency. */
export function checkAddresses(addresses: readonly Address[], options: CheckOptions): Promise<Checked[]> {
  return pMap(addresses, (address) => checkAddress(address, options), { concurrency: 6 })
}

async function checkAddress(address: Address, { ask, site }: CheckOptions): Promise<Checked> {
  const query = new URLSearchParams({ url: address.href, format: 'json' })
  const [reply, oembed] = await Promise.all([
    ask(address.url),
    address.provider === 'youtube' ? ask(`https://www.youtube.com/oembed?${query.toString()}`) : null,
  ])
  return { ...address, ...judge(address, reply, site, oembed) }
}

/** The health of an address by its reply; for a video also by the reply of YouTube's oEmbed service. */
function judge(address: Address, reply: Reply, site: string | null, oembed: Reply): Health {
  if (!reply) return { status: 'silent', detail: 'doesn’t answer' }

  const { status, url } = reply
  if (address.provider === 'link' && (isSignIn(url) || BLOCKS_PROGRAMS.has(status)))
    return { status: 'ok', detail: `can’t be checked by a program (${status})` }
  if (isSignIn(url)) return broken('asks visitors to sign in')
  if (status === 401 || status === 403) return broken(`denies access (${status})`)
  if (status === 404 || status === 410) return broken(`doesn’t exist (${status})`)
  if (status === 429 || status >= 500) return broken(`is failing (${status})`)
  if (status >= 400) return broken(`rejects the link (${status})`)
  if (address.framing === 'refused') return answers(status)

  const refusal = refusalOfFrames(reply, site)
  // The editor reads whether a card could be a frame.
  if (address.framing === 'unknown' && refusal)
    return { status: 'ok', detail: `is shown as a card, because it refuses frames (${refusal})` }
  if (address.framing === 'unknown')
    return { status: 'ok', detail: 'is shown as a card, but allows frames: set `frame: true`' }
  if (refusal) return { status: 'refuses', detail: `refuses frames (${refusal})` }
  return oembed ? judgeVideo(status, oembed) : answers(status)
}

/** Social networks block programs, so only a person can check these. */
const BLOCKS_PROGRAMS: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 999])

/** YouTube answers 200 for any video id; only oEmbed tells whether it exists and may be embedded. */
function judgeVideo(status: number, oembed: Answer): Health {
  const said = `(oEmbed ${oembed.status})`
  if (oembed.status === 401 || oembed.status === 403)
    return broken(`is private or doesn’t allow embedding ${said}`)
  if (oembed.status === 400 || oembed.status === 404) return broken(`doesn’t exist ${said}`)
  return answers(status)
}

/** The header that forbids this site to frame a page; undefined if it may. */
export function refusalOfFrames(
  { frameOptions, policies }: Pick<Answer, 'frameOptions' | 'policies'>,
  site: string | null,
): string | undefined {
  const ancestors = ancestorLists(policies ?? '')
  // Browsers ignore X-Frame-Options if a policy has frame-ancestors.
  if (ancestors.length > 0) {
    const closed = ancestors.find((list) => !list.some((source) => admits(source, site)))
    return closed && `frame-ancestors ${closed.join(' ') || "'none'"}`
  }
  return frameOptions === null ? undefined : `X-Frame-Options: ${frameOptions}`
}

/** One list per policy. A header may hold several policies, separated by commas. */
function ancestorLists(header: string): string[][] {
  return header
    .split(/[,;]/)
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === 'frame-ancestors')
    .map(([, ...sources]) => sources)
}

function admits(source: string, site: string | null): boolean {
  if (source === '*' || source === 'https:') return true
  const host = source.toLowerCase().replace(/^https:\/\/|\/$/g, '')
  const own = site ? new URL(site).host : ''
  return host.startsWith('*.') ? own.endsWith(host.slice(1)) : own === host
}

function answers(status: number): Health {
  return { status: 'ok', detail: `answers (${status})` }
}

function broken(detail: string): Health {
  return { status: 'broken', detail }
}

function isSignIn(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return hostname === 'accounts.google.com' || /\/(?:login|signin|ServiceLogin)\b/.test(pathname)
}

export interface CheckOptions {
  ask: (url: string) => Promise<Reply>
  /** The portal's origin, for frame-ancestors; null if unknown. */
  site: string | null
}

interface Health {
  status:
    | 'ok'
    /** It doesn't allow this site to frame it. */
    | 'refuses'
    | 'broken'
    /** It doesn't answer. */
    | 'silent'
  /** The finding, as the end of a sentence. */
  detail: string
}

export type Checked = Address & Health

import { cleanText } from '../shared/clean-text.ts'
import { decode, decodeBase64 } from '../shared/decode.ts'
import { partsOf } from './addresses.ts'
import { explain, refused, refusedUnopened, type Refused } from './embed-result.ts'
import hosts from './hosts.json' with { type: 'json' }

export const WHOLE_ADDRESS = 'a full address that starts with https://'

/** The pasted address, or the one that it redirects to. Refused when it isn't one address, or doesn't say where it leads. */
export function readLink(pasted: string): { ok: true; address: string } | Refused {
  const address = tidy(pasted)
  if (/\s|(?<!%.)[a-z\d](?=https?:)/i.test(address) && /https?:\/\//.test(address)) {
    const passcode = /\b(?:pass|pin\b|pwd|code)/i.test(address) ? ` ${PASSCODE}` : ''
    return { ok: false, is: 'an address with other text or a space in it', remedy: ALONE + passcode }
  }
  if (!URL.canParse(address)) return refused('not a full address', WHOLE_ADDRESS)
  const url = new URL(address)
  if (!REDIRECT.test(url.hostname + url.pathname)) return { ok: true, address }
  const target = targetOf(url)
  return target === undefined
    ? refusedUnopened('a redirect, not the page that it leads to')
    : readLink(target)
}

/** What to do about a link in a text, where it can’t be replaced; null when it leads directly to its page. */
export function indirectLink(address: string): string | null {
  const link = readLink(address)
  if (!link.ok) return URL.canParse(address) ? explain(address, link) : null
  if (link.address === tidy(address)) return null
  return `This link leads through ${new URL(address).host}. Write ${link.address} instead.`
}

/** Without what is around it in chats, emails, Markdown and sentences, and with a single “https” in small letters. */
function tidy(pasted: string): string {
  return cleanText(pasted)
    .replace(/^\s+|[\s.,;]+$/g, '')
    .replace(IN_MARKS, '$1')
    .replace(/^(?:https?:\/\/)*(https?:)(?=\/)/i, (_, scheme: string) => scheme.toLowerCase())
}

/** Slack writes <address|text>. */
const IN_MARKS = /^(?:\[[^\]]*\]\(|[<("'`“”„‘’«»]+)(https?:\/\/.+?)(?:\|[^|>]*>|\)|[>"'`“”‘’«»]+)$/is

const ALONE = 'Write the address alone, and %20 for each space in it.'
const PASSCODE = 'For a passcode, copy the link that contains it, or write it into the event’s `text`.'

/** The address inside a redirect’s address; undefined when it has none. */
function targetOf(url: URL): string | undefined {
  const [, wrapped, code = ''] = /\/__+(https?:\/.+?)__+[;.]([\w-]*)/.exec(url.href) ?? []
  if (wrapped !== undefined) return restore(wrapped, code)?.replace(/^(https?:)\/+/, '$1//')
  const parts = [...url.searchParams.values(), ...partsOf(url)]
  // Proofpoint’s second version writes - for % and _ for /.
  const plain = parts.map((part) => decode(part.replace(/-([\dA-F]{2})/g, '%$1').replaceAll('_', '/')))
  return [...parts, ...plain].find((part) => /^https?:\/\/./.test(part))
}

/** Proofpoint’s third version writes * for a character, and **A for 2 to **_ for 65. They follow the address in Base64. */
function restore(address: string, code: string): string | undefined {
  const left = Array.from(decodeBase64(code))
  let at = 0
  const restored = address.replace(/\*(?:\*([\w-]))?/g, (_, run?: string) =>
    left.slice(at, (at += run === undefined ? 1 : RUNS.indexOf(run) + 2)).join(''),
  )
  return at > left.length ? undefined : restored
}

const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Hosts and paths that only lead on; * is any part of a host. Each may start a longer address. */
const REDIRECT = new RegExp(
  `^(?:www\\.)?(?:${Object.values(hosts.redirects).flat().join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})`,
)

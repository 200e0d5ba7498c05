import { cleanText } from '../shared/clean-text.ts'
import { explain, refused, type Refused } from './embed-result.ts'
import hosts from './hosts.json' with { type: 'json' }

export const WHOLE_ADDRESS = 'a full address that starts with https://'

/** The pasted address. Refused when it isn't one address, or only leads to another. */
export function readLink(pasted: string): { ok: true; address: string } | Refused {
  const address = tidy(pasted)
  if (/\s|(?<!%.)[a-z\d](?=https?:)/i.test(address) && /https?:\/\//.test(address))
    return { ok: false, is: 'an address with other text or a space in it', remedy: ALONE }
  if (!URL.canParse(address)) return refused('not a full address', WHOLE_ADDRESS)
  const url = new URL(address)
  if (!REDIRECT.test(url.hostname + url.pathname)) return { ok: true, address }
  return { ok: false, is: 'a redirect, not the page that it leads to', remedy: OPEN }
}

/** What to do about a link in a text; null when it leads directly to its page. */
export function indirectLink(address: string): string | null {
  const link = readLink(address)
  return link.ok || !URL.canParse(address) ? null : explain(address, link)
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
const OPEN = 'Open it, and copy the address from the browser’s address bar.'

/** Hosts and paths that only lead on; * is any part of a host. Each may start a longer address. */
const REDIRECT = new RegExp(
  `^(?:www\\.)?(?:${hosts.redirects.join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})`,
)

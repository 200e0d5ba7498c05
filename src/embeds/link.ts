import { cleanText } from '../shared/clean-text.ts'
import type { Embed } from './embed.ts'

/** The pasted address. Refused when it isn't one address, or only leads to another. */
export function readLink(pasted: string): { ok: true; address: string } | Refused {
  const address = normalizeLink(pasted)
  if (/\s|(?<!%.)[a-z\d](?=https?:)/i.test(address) && /https?:\/\//.test(address))
    return { ok: false, reason: 'an address with other text or a space in it', remedy: ALONE }
  if (!URL.canParse(address)) return refused('not a full address', WHOLE_ADDRESS)
  const url = new URL(address)
  if (!REDIRECT.test(url.hostname + url.pathname)) return { ok: true, address }
  return { ok: false, reason: 'a redirect, not the page that it leads to', remedy: OPEN }
}

/** What to do about a link in a text; null when it leads directly to its page. */
export function indirectLink(address: string): string | null {
  const link = readLink(address)
  return link.ok || !URL.canParse(address) ? null : explainRefusal(address, link)
}

export interface Refused {
  ok: false
  /** Completes '<what was pasted> is …'. */
  reason: string
  remedy: string
}

export type EmbedResult = { ok: true; embed: Embed } | Refused

/** @param paste completes 'Paste … instead.' */
export function refused(reason: string, paste: string): Refused {
  return { ok: false, reason, remedy: `Paste ${paste} instead.` }
}

export function explainRefusal(pasted: string, { reason, remedy }: Refused): string {
  const text = cleanText(pasted).trim().replace(/\s+/g, ' ')
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text
  return `“${shown}” is ${reason}. ${remedy}`
}

export const WHOLE_ADDRESS = 'a full address that starts with https://'
const ALONE = 'Write the address alone, and %20 for each space in it.'
const OPEN = 'Open it, and copy the address from the browser’s address bar.'

function normalizeLink(pasted: string): string {
  return cleanText(pasted)
    .replace(/^\s+|[\s.,;]+$/g, '')
    .replace(SURROUNDED, '$1')
    .replace(/^(?:https?:\/\/)*(https?:)(?=\/)/i, (_, scheme: string) => scheme.toLowerCase())
}

// Slack writes <address|text>.
const SURROUNDED = /^(?:\[[^\]]*\]\(|[<("'`“”„‘’«»]+)(https?:\/\/.+?)(?:\|[^|>]*>|\)|[>"'`“”‘’«»]+)$/is

// Hosts and paths that only lead on; * is any part of a host. Short links; links changed by a search, a site or a chat; by a
// mail filter, which writes the recipient's address into them; and by a newsletter.
const REDIRECTS = `
  aka.ms/ amzn.to/ bit.ly/ buff.ly/ cutt.ly/ fb.me/ forms.gle/ g.co/ goo.gl/ hubs.l*/ is.gd/ lnkd.in/ ow.ly/ rb.gy/
  rebrand.ly/ search.app/ share.google/ shorturl.at/ t.co/ t.ly/ tiny.cc/ tinyurl.com/

  bing.com/ck/ duckduckgo.com/l/ facebook.com/l.php google.*/url l.facebook.com/ l.instagram.com/ linkedin.com/redir/
  linkedin.com/safety/ lm.facebook.com/ medium.com/r/ meet.google.com/linkredirect notifications.google.com/
  out.reddit.com/ slack-redir.net/ youtube.com/redirect

  *.avanan.click/ *.edgepilot.com/ *.fireeye.com/ *.mimecast.com/s/ *.mimecastprotect.com/ *.protection.sophos.com/
  *.safelinks.protection.*/ *.trendmicro.com/wis/ */owa/redir.aspx clicktime.symantec.com/ linkprotect.cudasvc.com/
  protect.checkpoint.com/ secure-web.cisco.com/ url.emailprotection.link/ urldefense.*/

  *.awstrack.me/ *.cmail*.com/ *.convertkit-mail*.com/ *.createsend*.com/t/ *.hubspotlinks.com/ *.kit-mail*.com/
  *.list-manage.com/track/ *.mailgun.org/c/ *.mjt.lu/lnk/ *.mlsend.com/ *.pstmrk.it/ *.rs6.net/ *.sendgrid.net/
  *.substack.com/redirect/ */e3t/ */ls/click */ss/c/ mandrillapp.com/track/ substack.com/redirect/
`

const REDIRECT = new RegExp(
  `^(?:www\\.)?(?:${REDIRECTS.trim().split(/\s+/).join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})`,
)

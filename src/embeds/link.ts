import { cleanText } from '../shared/clean-text.ts'
import { decode } from '../shared/decode.ts'
import { partsOf } from './addresses.ts'
import { explain, refused, refusedUnopened, type Refused } from './embed-result.ts'

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
  if (code.length % 4 === 1) return undefined
  const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
  const left = Array.from(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))))
  let at = 0
  const restored = address.replace(/\*(?:\*([\w-]))?/g, (_, run?: string) =>
    left.slice(at, (at += run === undefined ? 1 : RUNS.indexOf(run) + 2)).join(''),
  )
  return at > left.length ? undefined : restored
}

const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Hosts and paths that only lead on; * is any part of a host. Each may start a longer address. */
const REDIRECTS = `
  *.safelinks.protection.*/ *.office.net/evergreen-assets/safelinks/ urldefense.com/ urldefense.us/ urldefense.proofpoint.com/
  linkprotect.cudasvc.com/ secure-web.cisco.com/ *.mimecast.com/s/ *.mimecastprotect.com/ *.protection.sophos.com/
  protect.checkpoint.com/ *.avanan.click/ *.fireeye.com/ *.trendmicro.com/wis/ clicktime.symantec.com/ *.edgepilot.com/
  */owa/redir.aspx url.emailprotection.link/ *.pstmrk.it/ deref-gmx.net/ deref-web.de/ deref-mail.com/

  google.*/url meet.google.com/linkredirect notifications.google.com/ youtube.com/redirect linkedin.com/redir/
  linkedin.com/safety/ facebook.com/l.php l.facebook.com/ lm.facebook.com/ l.instagram.com/ l.messenger.com/ l.threads.com/
  l.wl.co/ slack-redir.net/ out.reddit.com/ away.vk.com/ vk.com/away.php t.umblr.com/redirect steamcommunity.com/linkfilter
  medium.com/r/ duckduckgo.com/l/ bing.com/ck/

  */ls/click */ss/c/ */e3t/ *.list-manage.com/track/ mandrillapp.com/track/ *.hubspotlinks.com/ *.hubspotemail.net/ *.sendgrid.net/ *.mailgun.org/c/
  *.mlsend.com/ *.klclick*.com/ *.rs6.net/ *.cmail*.com/ *.createsend*.com/t/ *.convertkit-mail*.com/ *.kit-mail*.com/
  *.awstrack.me/ *.mjt.lu/lnk/ *.sendibm*.com/ *.customeriomail.com/ substack.com/redirect/ *.substack.com/redirect/

  a.co/ aka.ms/ amzn.to/ apple.co/ bit.ly/ bl.ink/ buff.ly/ conta.cc/ cutt.ly/ dlvr.it/ dub.sh/ eepurl.com/ fb.me/ g.co/
  geni.us/ git.io/ goo.gl/ hubs.la/ hubs.li/ hubs.ly/ ift.tt/ is.gd/ j.mp/ lnkd.in/ msft.it/ ow.ly/ po.st/ qrco.de/ rb.gy/
  rebrand.ly/ s.id/ search.app/ share.google/ shorturl.at/ snip.ly/ spoti.fi/ t.co/ t.ly/ tiny.cc/ tinyurl.com/ tr.ee/
  trib.al/ v.gd/ wp.me/ x.gd/ *.app.link/ *.onelink.me/ *.page.link/
`
const REDIRECT = new RegExp(
  `^(?:www\\.)?(?:${REDIRECTS.trim().split(/\s+/).join('|').replaceAll('.', '\\.').replaceAll('*', '[^/]*')})`,
)

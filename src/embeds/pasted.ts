import type { Refusal } from './answer.ts'

const WHOLE_ADDRESS = 'a full address that begins with https://'
const PUBLIC_PAGE = 'an address that every browser can open'

/** The address in what was pasted: itself, or the `src` of an `<iframe …>`, by which a provider says that it may be framed. */
export function readPasted(pasted: string): Pasted | { ok: false; refusal: Refusal } {
  const text = pasted.trim()
  const isCode = text.startsWith('<')
  const address = isCode ? frameSource(text) : text
  if (address === undefined)
    return refuse('code without an <iframe>', 'the code that has one, or the share link')

  const url = addressOf(address)
  if (!url && /^[“”„‘’«].*/.test(address)) return refuse('an address in curly quotes', 'it without quotes')
  if (!url) return refuse('not a web address', WHOLE_ADDRESS)
  if (url.protocol === 'http:')
    return refuse('not an encrypted address', `it with https://, or ${WHOLE_ADDRESS}`)
  if (url.protocol !== 'https:') return refuse(`not a page but a “${url.protocol}” address`, WHOLE_ADDRESS)
  if (url.username || url.password)
    return refuse('an address with a name or password in it', 'it without them')
  if (!isPublicName(url.hostname)) return refuse('an address that only works in one network', PUBLIC_PAGE)
  return { ok: true, url, isCode }
}

interface Pasted {
  ok: true
  url: URL
  isCode: boolean
}

/** Google’s own settings show the number of a calendar first, and its address far below. */
function addressOf(text: string): URL | undefined {
  const address = CALENDAR_ID.test(text)
    ? `https://calendar.google.com/calendar/embed?src=${encodeURIComponent(text)}`
    : text
  return URL.canParse(address) ? new URL(address) : undefined
}

const CALENDAR_ID = /^[^\s@/:]+@(?:group|import|resource)\.calendar\.google\.com$/

function frameSource(code: string): string | undefined {
  const source = /<iframe[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(code)
  const address = (source?.[1] ?? source?.[2] ?? source?.[3])?.replaceAll('&amp;', '&').trim()
  return address?.startsWith('//') ? `https:${address}` : address
}

/** A name with a dot in it, no number of a machine, and none that only a local network knows. */
function isPublicName(host: string): boolean {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return false
  if (/(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|test)\.?$/.test(host)) return false
  return /^[^.]+(?:\.[^.]+)+\.?$/.test(host)
}

function refuse(is: string, paste: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { is, paste } }
}

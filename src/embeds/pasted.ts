import { refused } from './embed-result.ts'

const WHOLE_ADDRESS = 'a full address that starts with https://'
const PUBLIC_PAGE = 'an address that anyone can open'

/** The pasted address, or the `src` of a pasted `<iframe …>`, which means that the provider allows frames. */
export function readPasted(pasted: string): Pasted | ReturnType<typeof refused> {
  const text = pasted.trim()
  const isCode = text.startsWith('<')
  const address = isCode ? frameSource(text) : text
  if (address === undefined)
    return refused('code without an <iframe>', 'the embed code that has one, or the share link')

  const url = addressOf(address)
  if (!url && /^[“”„‘’«].*/.test(address))
    return refused('an address in curly quotes', 'it without the quotes')
  if (!url) return refused('not a full address', WHOLE_ADDRESS)
  if (url.protocol === 'http:')
    return refused('an unencrypted address', `it with https://, or ${WHOLE_ADDRESS}`)
  if (url.protocol !== 'https:') return refused(`a “${url.protocol}” address, not a web page`, WHOLE_ADDRESS)
  if (url.username || url.password)
    return refused('an address that contains a name or password', 'it without them')
  if (!isPublicName(url.hostname)) return refused('an address on a private network', PUBLIC_PAGE)
  return { ok: true, url, isCode }
}

interface Pasted {
  ok: true
  url: URL
  isCode: boolean
}

/** Google’s settings show a calendar’s ID first, and its address far below. */
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

/** A name with a dot in it: neither an IP address nor a name that only a local network resolves. */
function isPublicName(host: string): boolean {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return false
  if (/(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|test)\.?$/.test(host)) return false
  return /^[^.]+(?:\.[^.]+)+\.?$/.test(host)
}

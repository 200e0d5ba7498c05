import { isUnder, partsOf } from '../addresses.ts'
import { foundOnWeb, type EmbedResult } from '../embed-result.ts'

/** Someone’s booking page, or one kind of meeting. */
export function matchCalendly(url: URL): EmbedResult | undefined {
  const [owner, ...rest] = partsOf(url)
  if (!owner || ['app', 'login', 'event_types', 'home'].includes(owner)) return undefined
  const address = `https://calendly.com/${[owner, ...rest].join('/')}`
  return booking(url, `${address}?embed_type=Inline&hide_gdpr_banner=1`, address)
}

/** The same at Cal.com, whose pages may be framed below `/embed` only. */
export function matchCal(url: URL): EmbedResult | undefined {
  if (url.hostname !== 'cal.com' && url.hostname !== 'www.cal.com' && url.hostname !== 'app.cal.com')
    return undefined
  const parts = partsOf(url).filter((part) => part !== 'embed')
  if (parts.length === 0 || ['event-types', 'bookings', 'auth'].includes(parts[0] ?? '')) return undefined
  const address = `https://cal.com/${parts.join('/')}`
  return booking(url, `${address}/embed`, address)
}

/** Events and calendars by their ID, which an event’s short address doesn’t have. */
export function matchLuma(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'lu.ma') && !isUnder(url, 'luma.com')) return undefined
  const id = partsOf(url).find((part) => /^(?:evt|cal)-\w+$/.test(part))
  if (!id) return undefined
  if (id.startsWith('evt-'))
    return booking(url, `https://luma.com/embed/event/${id}/simple`, `https://luma.com/event/${id}`)
  return booking(url, `https://luma.com/embed/calendar/${id}/events`, `https://luma.com/calendar/${id}`)
}

function booking(from: URL, src: string, href: string): EmbedResult {
  return foundOnWeb(from, src, href, { shape: 'calendar', allow: '', dropped: /^embed_domain$/ })
}

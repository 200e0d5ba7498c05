import { carry, isUnder, partsOf } from '../addresses.ts'
import { found, TAKES_ANSWERS, type EmbedResult } from '../embed-result.ts'

/** Someone’s booking page, or one kind of meeting. */
export function matchCalendly(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'calendly.com')) return undefined
  const [owner, ...rest] = partsOf(url)
  if (!owner || ['app', 'login', 'event_types', 'home'].includes(owner)) return undefined
  const address = `https://calendly.com/${[owner, ...rest].join('/')}`
  const looks = /^(?:utm_|embed_|hide_gdpr)/
  return booking(
    carry(url, `${address}?embed_type=Inline&hide_gdpr_banner=1`, looks),
    carry(url, address, looks),
  )
}

/** The same at Cal.com, whose pages may be framed below `/embed` only. */
export function matchCal(url: URL): EmbedResult | undefined {
  if (url.hostname !== 'cal.com' && url.hostname !== 'www.cal.com' && url.hostname !== 'app.cal.com')
    return undefined
  const parts = partsOf(url).filter((part) => part !== 'embed')
  if (parts.length === 0 || ['event-types', 'bookings', 'auth'].includes(parts[0] ?? '')) return undefined
  const address = `https://cal.com/${parts.join('/')}`
  return booking(carry(url, `${address}/embed`), carry(url, address))
}

/** Events and calendars by their ID, which an event’s short address doesn’t have. */
export function matchLuma(url: URL): EmbedResult | undefined {
  if (!isUnder(url, 'lu.ma') && !isUnder(url, 'luma.com')) return undefined
  const id = partsOf(url).find((part) => /^(?:evt|cal)-\w+$/.test(part))
  if (!id) return undefined
  const [frame, page] = id.startsWith('evt-')
    ? [`embed/event/${id}/simple`, `event/${id}`]
    : [`embed/calendar/${id}/events`, `calendar/${id}`]
  // A guest’s link has the key to their ticket.
  const dropped = /^(?:utm_|[pt]k$)/
  return booking(
    carry(url, `https://luma.com/${frame}`, dropped),
    carry(url, `https://luma.com/${page}`, dropped),
  )
}

function booking(src: string, href: string): EmbedResult {
  return found({ provider: 'web', src, href, shape: 'calendar', sandbox: TAKES_ANSWERS, allow: '' })
}

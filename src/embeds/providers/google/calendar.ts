import { decodeBase64 } from '../../../shared/decode.ts'
import { partsOf } from '../../addresses.ts'
import { found, READS, refused, type EmbedResult } from '../../embed-result.ts'
import type { CalendarView, Embed } from '../../embed.ts'

const PUBLIC_ADDRESS =
  'the calendar’s public address (in Google Calendar, Settings → the calendar → “Integrate calendar” → “Public address in iCal format”; the calendar must be public)'
/** What `src`, `view` and `timezone` say, and the size of the pasted frame. */
const SAID = /^(?:cid|mode|ctz|height|width)$/

/** Embed addresses, links that add a calendar (`cid`) and public iCal addresses. */
export function matchGoogleCalendar(url: URL): EmbedResult | undefined {
  const parts = calendarParts(url)
  // Appointment schedules are in links.json.
  if (!parts || parts[0] === 'appointments') return undefined

  const calendars = calendarsOf(url, parts)
  if (calendars === 'private') {
    return refused(
      'the calendar’s secret address, which lets anyone who has it read everything',
      PUBLIC_ADDRESS,
    )
  }
  if (calendars.length > 0) return calendar(calendars, url)
  return refused('your own view of Google Calendar, or a single event', PUBLIC_ADDRESS)
}

/** The same calendar as a list, a month or a week; on the clock of a time zone, or on the programme's. */
export function showCalendar(embed: Embed, view: CalendarView, timeZone?: string): Embed {
  const src = new URL(embed.src)
  if (!src.searchParams.has('src')) return embed
  src.searchParams.set('mode', view.toUpperCase())
  if (timeZone) src.searchParams.set('ctz', timeZone)
  return { ...embed, src: src.href, href: src.href, view }
}

/** The path below `/calendar`, without the index of the signed-in account. */
function calendarParts(url: URL): string[] | undefined {
  const [first, ...parts] = partsOf(url)
  if (first !== 'calendar' || !/^(?:calendar|www)\.google\.com$/.test(url.hostname)) return undefined
  return parts[0] === 'u' ? parts.slice(2) : parts
}

function calendarsOf(url: URL, parts: string[]): string[] | 'private' {
  const [kind, id, visibility = ''] = parts
  if (kind === 'ical' || kind === 'feeds') {
    if (visibility.startsWith('private')) return 'private'
    return id && isCalendarId(id) ? [id] : []
  }
  if (url.searchParams.has('pvttk')) return 'private'
  const named = url.searchParams.getAll('src')
  // Most links that add a calendar have its ID in base64; some have it as it is.
  const added = url.searchParams.getAll('cid').map((cid) => (isCalendarId(cid) ? cid : decodeBase64(cid)))
  return [...named, ...added].filter(isCalendarId)
}

function calendar(ids: string[], url: URL): EmbedResult {
  const query = ids.map((id) => `src=${encodeURIComponent(id)}`).join('&')
  const address = `https://calendar.google.com/calendar/embed?${query}`
  const shown = found({
    provider: 'google-calendar',
    from: url,
    src: address,
    href: address,
    shape: 'calendar',
    dropped: SAID,
    sandbox: READS,
    subscribeUrl: subscription(ids),
  })
  return shown.ok ? { ok: true, embed: showCalendar(shown.embed, viewOf(url)) } : shown
}

/** The iCal address; for several calendars, the page on which Google adds them all. */
function subscription(ids: string[]): string {
  const [first = ''] = ids
  if (ids.length === 1) {
    return `https://calendar.google.com/calendar/ical/${encodeURIComponent(first)}/public/basic.ics`
  }
  return `https://calendar.google.com/calendar/r?${ids.map((id) => `cid=${encodeURIComponent(id)}`).join('&')}`
}

function viewOf(url: URL): CalendarView {
  const mode = url.searchParams.get('mode')?.toLowerCase()
  return mode === 'agenda' || mode === 'week' ? mode : 'month'
}

function isCalendarId(id: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(id)
}

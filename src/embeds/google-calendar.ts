import { decode, decodeBase64 } from '../shared/decode.ts'
import { type CalendarView, type Embed, createEmbed, READ_ONLY } from './embed.ts'
import { refused, type EmbedResult } from './link.ts'
import { withoutParams, withParamsOf } from './url.ts'

const PUBLIC_ADDRESS =
  'the calendar’s public address (in Google Calendar, Settings → the calendar → “Integrate calendar” → “Public address in iCal format”; the calendar must be public)'

export function matchGoogleCalendar(url: URL): EmbedResult | undefined {
  const [first, ...parts] = url.pathname.slice(1).split('/').map(decode)
  if (first !== 'calendar' || !/^(?:calendar|www)\.google\.com$/.test(url.hostname)) return undefined
  // Appointment schedules are a service of their own.
  if (parts[0] === 'appointments' && parts[1] === 'schedules') return undefined

  const calendars = calendarsOf(url, parts)
  if (calendars === 'private') {
    return refused(
      'the calendar’s secret address, which lets anyone who has it read everything',
      PUBLIC_ADDRESS,
    )
  }
  if (calendars.length > 0) return showCalendars(calendars, url)
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

function calendarsOf(url: URL, [kind, id, visibility = '']: string[]): string[] | 'private' {
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

function showCalendars(ids: string[], url: URL): EmbedResult {
  const query = ids.map((id) => `src=${encodeURIComponent(id)}`).join('&')
  // These are in the fields `src`, `view` and `timezone`; the size is the pasted frame's.
  const rest = withoutParams(url, (name) => /^(?:cid|mode|ctz|height|width)$/.test(name))
  const src = withParamsOf(rest, `https://calendar.google.com/calendar/embed?${query}`)
  const embed = createEmbed({
    provider: 'google-calendar',
    shape: 'calendar',
    src,
    href: src,
    sandbox: READ_ONLY,
    subscribeUrl: subscription(ids),
  })
  return { ok: true, embed: showCalendar(embed, viewOf(url)) }
}

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

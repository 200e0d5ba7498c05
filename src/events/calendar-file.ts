import ICAL from 'ical.js'
import { tzlib_get_ical_block as timezoneBlock } from 'timezones-ical-library'
import { instantOf } from '#src/shared/wall-time.ts'
import type { ProgrammeEvent, WallTime } from './event.ts'
import { wallStarts } from './recurrence.ts'

/**
 * Events as a calendar file (RFC 5545), with the time zone's rules in it: without, calendars would guess.
 *
 * @param events by a name that stays: of the same event in a newer file calendars make one.
 */
export function calendarFile(events: ReadonlyMap<string, ProgrammeEvent>, about: About): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('prodid', `-//${about.name}//Programme//EN`)
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('calscale', 'GREGORIAN')
  calendar.updatePropertyWithValue('x-wr-calname', about.name)
  calendar.updatePropertyWithValue('x-wr-timezone', about.zone)
  // How often a calendar that follows this should ask again: the standard's word for it, and Microsoft's.
  calendar.addProperty(new ICAL.Property(['refresh-interval', {}, 'duration', ASK_AGAIN_AFTER]))
  calendar.updatePropertyWithValue('x-published-ttl', ASK_AGAIN_AFTER)
  const rules = zoneRules(about.zone)
  calendar.addSubcomponent(rules)
  const tzid = String(rules.getFirstPropertyValue('tzid'))
  for (const [name, event] of events) calendar.addSubcomponent(entryOf(name, event, about, tzid))
  return `${calendar.toString()}\r\n`
}

export interface About {
  /** What calendars call it. */
  name: string
  /** The programme's, as the IANA names it. */
  zone: string
  /** The domain in whose name the events are told apart from everybody else's. */
  domain: string
  /** When the file was made. */
  now: Date
}

// A line may be 75 bytes long, and the library does not count the space before what goes on.
ICAL.foldLength = 74

const ASK_AGAIN_AFTER = 'PT1H'

function entryOf(
  name: string,
  event: ProgrammeEvent,
  { zone, domain, now }: About,
  tzid: string,
): ICAL.Component {
  const { title, kind, starts, minutes, repeats, place, join, text } = event
  const entry = new ICAL.Component('vevent')
  entry.updatePropertyWithValue('uid', `${name}@${domain}`)
  // By the day, so that two builds of a day make one file.
  entry.updatePropertyWithValue(
    'dtstamp',
    ICAL.Time.fromDateTimeString(`${now.toISOString().slice(0, 10)}T00:00:00Z`),
  )
  addTime(entry, 'dtstart', starts, tzid)
  // A deadline has no length, and keeps nobody busy.
  if (kind === 'due') entry.updatePropertyWithValue('transp', 'TRANSPARENT')
  else entry.updatePropertyWithValue('duration', ICAL.Duration.fromSeconds(minutes * 60))
  if (repeats !== undefined) {
    const rule = ICAL.Recur.fromString(repeats)
    // The last moment of a wall's day, in UTC as the standard wants it.
    if (event.until !== undefined) rule.until = utcTime(instantOf(`${event.until} 23:59`, zone))
    entry.updatePropertyWithValue('rrule', rule)
  }
  for (const time of leftOut(event)) addTime(entry, 'exdate', time, tzid)
  entry.updatePropertyWithValue('summary', kind === 'due' ? `${title} is due` : title)
  if (place !== undefined) entry.updatePropertyWithValue('location', place)
  if (join !== undefined) entry.updatePropertyWithValue('url', join)
  const words = [text, join && `Join: ${join}`].filter(Boolean).join('\n\n')
  if (words) entry.updatePropertyWithValue('description', words)
  return entry
}

function addTime(entry: ICAL.Component, name: string, time: WallTime, tzid: string): void {
  const property = new ICAL.Property(name)
  property.setParameter('tzid', tzid)
  property.setValue(ICAL.Time.fromDateTimeString(`${time.replace(' ', 'T')}:00`))
  entry.addProperty(property)
}

function utcTime(instant: number): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(instant), true)
}

/** The times that the rule says and that do not take place. */
function leftOut({ starts, repeats, until, except }: ProgrammeEvent): WallTime[] {
  const last = except.toSorted().at(-1)
  if (last === undefined) return []
  const times: WallTime[] = []
  for (const time of wallStarts({ starts, repeats, until, except: [] })) {
    if (time.slice(0, 10) > last) break
    if (except.includes(time.slice(0, 10))) times.push(time)
  }
  return times
}

/** Throws for a zone that calendars do not know under this name. */
function zoneRules(zone: string): ICAL.Component {
  const [rules] = [timezoneBlock(zone)].flat()
  if (!rules?.startsWith('BEGIN:VTIMEZONE')) throw new Error(`No calendar knows the time zone ${zone}.`)
  return ICAL.Component.fromString(rules)
}

import ICAL from 'ical.js'
import { tzlib_get_ical_block as timezoneBlock } from 'timezones-ical-library'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { instantOf, offsetAt } from '#src/shared/zoned-instant.ts'
import type { ProgrammeEvent, LocalTime } from './event.ts'
import { dayOf, occurrences } from './recurrence.ts'

/**
 * A calendar file (RFC 5545) with the time zone's rules: without them, calendars would guess.
 * @param events by the names that their UIDs are made of, by which calendars update an event instead of adding it again.
 */
export function calendarFile(events: ReadonlyMap<string, ProgrammeEvent>, about: About): string {
  const calendar = componentOf('vcalendar', {
    prodid: `-//${about.name}//Programme//EN`,
    version: '2.0',
    calscale: 'GREGORIAN',
    'x-wr-calname': about.name,
    'x-wr-timezone': about.zone,
    'x-published-ttl': ASK_AGAIN_AFTER,
  })
  // The refresh interval for subscribers: RFC 7986's property, and Microsoft's.
  calendar.addProperty(new ICAL.Property(['refresh-interval', {}, 'duration', ASK_AGAIN_AFTER]))
  const [block] = [timezoneBlock(about.zone)].flat()
  if (!block?.startsWith('BEGIN:VTIMEZONE')) throw new Error(`No calendar knows the zone ${about.zone}.`)
  const rules = ICAL.Component.fromString(block)
  calendar.addSubcomponent(rules)
  const tzid = String(rules.getFirstPropertyValue('tzid'))
  for (const [name, event] of events) calendar.addSubcomponent(entryOf(name, event, about, tzid))
  return `${calendar.toString()}\r\n`
}

export interface About {
  name: string
  zone: string
  domain: string
  now: Date
}

// A line has at most 75 bytes, and ical.js doesn't count the leading space of a continuation.
ICAL.foldLength = 74

const ASK_AGAIN_AFTER = 'PT1H'

function entryOf(name: string, event: ProgrammeEvent, about: About, tzid: string): ICAL.Component {
  const { title, kind, starts, minutes, repeats, until, except, place, join, text } = event
  const isDue = kind === 'due'
  const rule = repeats === undefined ? undefined : ICAL.Recur.fromString(repeats)
  // RFC 5545 wants UNTIL in UTC: the last moment of that day in the programme's zone.
  if (rule && until !== undefined)
    rule.until = ICAL.Time.fromJSDate(new Date(instantOf(`${until} 23:59`, about.zone)), true)
  const entry = componentOf('vevent', {
    uid: `${name}@${about.domain}`,
    // Rounded to the day, so that two builds on one day make the same file.
    dtstamp: ICAL.Time.fromDateTimeString(`${about.now.toISOString().slice(0, 10)}T00:00:00Z`),
    // A deadline isn't busy time.
    transp: isDue ? 'TRANSPARENT' : undefined,
    rrule: rule,
    summary: isDue ? `${title} is due` : title,
    location: place,
    url: join,
    description: [text, join && `Join: ${join}`].filter(Boolean).join('\n\n') || undefined,
  })
  addTime(entry, 'dtstart', starts, tzid)
  // A deadline takes a minute: the standard wants an end after the start, and calendars make an hour or a day of a missing one.
  const start = instantOf(starts, about.zone)
  addEnd(entry, start, start + (isDue ? 1 : minutes) * MINUTE_MS, { zone: about.zone, tzid })
  for (const time of occurrences({ starts, repeats, until: except.toSorted().at(-1) ?? '', except: [] }))
    if (except.includes(dayOf(time))) addTime(entry, 'exdate', time, tzid)
  return entry
}

function componentOf(name: string, values: Record<string, unknown>): ICAL.Component {
  const component = new ICAL.Component(name)
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) component.updatePropertyWithValue(key, value)
  return component
}

// Where daylight saving makes the end ambiguous, but not the start, the end is in UTC: some programs take the later time.
function addEnd(entry: ICAL.Component, start: number, end: number, { zone, tzid }: Zone): void {
  const wall = new Date(end + offsetAt(end, zone)).toISOString().slice(0, 16).replace('T', ' ')
  const isClear = !isShownTwice(end, zone) || isShownTwice(start, zone)
  if (isClear && instantOf(wall, zone) === end) addTime(entry, 'dtend', wall, tzid)
  else entry.updatePropertyWithValue('dtend', ICAL.Time.fromJSDate(new Date(end), true))
}

function isShownTwice(at: number, zone: string): boolean {
  const wall = at + offsetAt(at, zone)
  const offsets = [offsetAt(at - DAY_MS, zone), offsetAt(at + DAY_MS, zone)]
  return offsets[0] !== offsets[1] && offsets.every((offset) => offsetAt(wall - offset, zone) === offset)
}

interface Zone {
  zone: string
  tzid: string
}

function addTime(entry: ICAL.Component, name: string, time: LocalTime, tzid: string): void {
  const property = new ICAL.Property(name)
  property.setParameter('tzid', tzid)
  property.setValue(ICAL.Time.fromDateTimeString(`${time.replace(' ', 'T')}:00`))
  entry.addProperty(property)
}

import { HONOLULU_OFFSET_MS, inWeek, type SampleEvent } from '../events.ts'

/** RFC 5545: a line is at most this long; what is longer goes on after a space. */
const MAX_LINE = 70

/** The sample events as a calendar file, with Hawaii's time zone in it: without, half of all calendars would guess. */
export function calendarFile(name: string, events: readonly SampleEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${name}//Sample calendar//EN`,
    `X-WR-CALNAME:${escapeText(`${name} (sample)`)}`,
    'BEGIN:VTIMEZONE',
    'TZID:Pacific/Honolulu',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-1000',
    'TZOFFSETTO:-1000',
    'TZNAME:HST',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.flatMap(fold).join('\r\n') + '\r\n'
}

function eventLines(event: SampleEvent, index: number): string[] {
  const { start, end } = inWeek(event, event.from)
  return [
    'BEGIN:VEVENT',
    `UID:sample-${index + 1}@lanai.invalid`,
    'DTSTAMP:20250601T000000Z',
    `DTSTART;TZID=Pacific/Honolulu:${wallTime(start)}`,
    `DTEND;TZID=Pacific/Honolulu:${wallTime(end)}`,
    `RRULE:FREQ=WEEKLY;INTERVAL=${event.every}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.place)}`,
    'END:VEVENT',
  ]
}

function wallTime(instant: number): string {
  return new Date(instant - HONOLULU_OFFSET_MS).toISOString().replace(/[-:]|\.\d+Z/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
}

function fold(line: string): string[] {
  if (line.length <= MAX_LINE) return [line]
  return [line.slice(0, MAX_LINE), ...fold(` ${line.slice(MAX_LINE)}`)]
}

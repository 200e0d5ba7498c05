import type { APIRoute } from 'astro'
import { fileMarkOf, partOf } from '#src/shared/audience.ts'
import { markFor } from '#src/data/groups.ts'
import { buildTime } from '#src/data/content-dates.ts'
import { events, type NamedEvent } from '#src/data/events.ts'
import { readSite } from '#src/data/site-content.ts'
import { calendarFile } from '#src/events/calendar-file.ts'
import { PROGRAMME_CALENDAR } from '#src/shared/paths.ts'

export function getStaticPaths() {
  const all = PROGRAMME_CALENDAR.replace(/^\/|\.ics$/g, '')
  return [
    { params: { calendar: all }, props: { chosen: events } },
    ...events.map((each) => ({ params: { calendar: each.name }, props: { chosen: [each] } })),
  ]
}

export const GET: APIRoute<{ chosen: readonly NamedEvent[] }> = async ({ params, props }) => {
  const { brand, timezone, contact } = await readSite()
  const file = calendarFile(new Map(props.chosen.map(({ name, event }) => [name, event])), {
    name: brand,
    zone: timezone,
    domain: contact.replace(/^.*@/, ''),
    now: new Date(buildTime()),
  })
  const marks = props.chosen.map(({ event }) => markFor(event.for))
  const marked =
    `/${params.calendar}.ics` === PROGRAMME_CALENDAR
      ? file.replace(/BEGIN:VEVENT.*?END:VEVENT\r\n/gs, (entry) => partOf(marks.shift(), entry))
      : file + fileMarkOf(marks[0])
  return new Response(marked, { headers: { 'Content-Type': 'text/calendar; charset=utf-8' } })
}

import { parse } from 'node:path'
import type { ProgrammeEvent } from '../events/event.ts'
import { dayOf, wallStarts } from '../events/recurrence.ts'
import { eventSchema } from '../schemas/event.ts'
import { PROGRAMME_CALENDAR } from '../shared/paths.ts'
import type { ContentFile } from './folder.ts'
import { nearest } from '../shared/nearest.ts'
import type { Problem } from './problem.ts'
import type { Source } from './source.ts'

/** Every event whose file has no mistakes of its own. */
export function eventsIn(files: readonly ContentFile[]): SiteEvent[] {
  return files
    .filter(({ kind }) => kind === 'event')
    .flatMap(({ source }) => {
      const { data } = eventSchema.safeParse(source.value)
      return data ? [{ source, event: data }] : []
    })
}

/** Events whose calendar file would be the programme's. */
export function takenCalendars(events: readonly SiteEvent[]): Problem[] {
  return events
    .filter(({ source }) => `/${parse(source.file).name}.ics` === PROGRAMME_CALENDAR)
    .map(({ source }) => source.problem([], 'The programme’s calendar has this name. Rename this file.'))
}

/** A banner that waits for a video which is not there. */
export function unknownWelcome(home: Home | undefined, videos: readonly string[]): Problem[] {
  const until = home?.banner.until
  if (!home || until === undefined || videos.includes(until)) return []
  const meant = nearest(until, videos)
  const remedy = meant
    ? `Did you mean ${meant}?`
    : 'Write the name of a video’s file with its folders, such as cohort-17/00-week-0/01-onboarding.'
  return [home.source.problem(['banner', 'until'], `No video is at ${until}. ${remedy}`)]
}

/** What an editor may not have thought of although nothing is wrong; members are never told. */
export function adviceOn(events: readonly SiteEvent[], today: string): string | null {
  const sessions = events.filter(({ event }) => event.kind === 'session')
  if (sessions.some(({ event }) => isComing(event, today))) return null
  return sessions.length === 0
    ? 'There is no session in src/content/events: home names none.'
    : 'Every session in src/content/events is over: home names none. Add one, or change `starts` or `until` of those there are.'
}

function isComing(event: ProgrammeEvent, today: string): boolean {
  for (const time of wallStarts(event)) if (dayOf(time) >= today) return true
  return false
}

export interface SiteEvent {
  source: Source
  event: ProgrammeEvent
}

interface Home {
  source: Source
  banner: { until?: string | undefined }
}

import ICAL from 'ical.js'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { asUtc, instantOf } from '#src/shared/zoned-instant.ts'
import type { ProgrammeEvent, LocalTime } from './event.ts'

/** Yields local start times in order; endless if the rule is. @throws for a rule that can't be read. */
export function* occurrences({ starts, repeats, until, except }: Rule): Generator<LocalTime> {
  const isLeftOut = (time: LocalTime) => except.includes(dayOf(time))
  if (repeats === undefined) {
    if (!isLeftOut(starts)) yield starts
    return
  }
  const first = ICAL.Time.fromDateTimeString(`${starts.replace(' ', 'T')}:00`)
  const times = ICAL.Recur.fromString(repeats).iterator(first)
  for (let next = times.next() as ICAL.Time | null; next; next = times.next() as ICAL.Time | null) {
    const time = next.toString().replace('T', ' ').slice(0, 16)
    if (until !== undefined && dayOf(time) > until) return
    if (!isLeftOut(time)) yield time
  }
}

export function dayOf(time: LocalTime): string {
  return time.slice(0, 10)
}

/**
 * When an event begins, from one moment up to another (in milliseconds): the minute since 1970, and how many minutes the
 * programme's clock is ahead of UTC then.
 */
export function occurrencesBetween(
  event: Rule,
  zone: string,
  from: number,
  until: number,
): [number, number][] {
  const starts: [number, number][] = []
  for (const time of occurrences(event)) {
    // Skips times that are out of range in any zone: looking up an offset is far slower than iterating.
    if (asUtc(time) < from - DAY_MS) continue
    const instant = instantOf(time, zone)
    if (instant >= until) break
    if (instant >= from) starts.push([instant / MINUTE_MS, (asUtc(time) - instant) / MINUTE_MS])
  }
  return starts
}

export type Rule = Pick<ProgrammeEvent, 'starts' | 'repeats' | 'until' | 'except'>

import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { asUtc, instantOf } from '#src/shared/wall-time.ts'
import type { ProgrammeEvent } from './event.ts'
import { wallStarts } from './recurrence.ts'

/** When an event begins, in whole minutes since 1970: from one moment up to another, both in milliseconds. */
export function startMinutes(event: ProgrammeEvent, zone: string, from: number, until: number): number[] {
  const minutes: number[] = []
  for (const time of wallStarts(event)) {
    // No zone is a day away from UTC: what is later on the wall by more is later anywhere.
    if (asUtc(time) > until + DAY_MS) break
    if (asUtc(time) < from - DAY_MS) continue
    const instant = instantOf(time, zone)
    if (instant >= from && instant < until) minutes.push(instant / MINUTE_MS)
  }
  return minutes
}

import type { ProgrammeEvent } from '#src/events/event.ts'
import { formatWeekdays, formatRecurrence } from '#src/events/format-recurrence.ts'

/** What an editor chooses from, and what other events already have. */
export function repeatOptions(events: readonly ProgrammeEvent[]) {
  const others = events.flatMap(({ starts, repeats }) =>
    repeats === undefined || OFFERED.includes(repeats)
      ? []
      : [{ value: repeats, label: formatRecurrence({ starts, repeats }) }],
  )
  const offered = OFFERED.map((value) => ({ value, label: formatWeekdays(value, ANY_DAY) ?? value }))
  return [{ value: '', label: 'Once' }, ...offered, ...others]
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const OFFERED = [
  ...DAYS.map((day) => `FREQ=WEEKLY;BYDAY=${day}`),
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=DAILY',
  ...DAYS.map((day) => `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`),
  ...[1, 2, 3, -1].flatMap((place) => DAYS.map((day) => `FREQ=MONTHLY;BYDAY=${place}${day}`)),
]

/** These rules name their own days. */
const ANY_DAY = '2025-06-02 09:00'

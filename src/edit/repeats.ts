import type { ProgrammeEvent } from '#src/events/event.ts'
import { formatWeekdays, formatRecurrence } from '#src/events/format-recurrence.ts'

export function repeatOptions(events: readonly ProgrammeEvent[]) {
  const others = events.flatMap(({ starts, repeats }) =>
    repeats === undefined || COMMON_RULES.includes(repeats)
      ? []
      : [{ value: repeats, label: formatRecurrence({ starts, repeats }) }],
  )
  const common = COMMON_RULES.map((value) => ({ value, label: formatWeekdays(value, ANY_DAY) ?? value }))
  return [{ value: '', label: 'Once' }, ...common, ...others]
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const COMMON_RULES = [
  ...DAYS.map((day) => `FREQ=WEEKLY;BYDAY=${day}`),
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=DAILY',
  ...DAYS.map((day) => `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`),
  ...[1, 2, 3, -1].flatMap((nth) => DAYS.map((day) => `FREQ=MONTHLY;BYDAY=${nth}${day}`)),
]

const ANY_DAY = '2025-06-02 09:00'

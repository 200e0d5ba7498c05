import fc from 'fast-check'
import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { expect, test } from 'vitest'
import { calendarFile } from '#src/events/calendar-file.ts'
import { dayOf, startsOf, wallStarts } from '#src/events/recurrence.ts'
import { sayDays } from '#src/events/say-rule.ts'
import { eventSchema } from '#src/schemas/event.ts'

/** Each rule is slow to draw. More: `RULES_RUNS=500 RULES_SEED=1 npx vitest run --project unit tests/unit/calendar-rules.test.ts`. */
const RUNS = Number(process.env.RULES_RUNS ?? 6)
const SEED = Number(process.env.RULES_SEED ?? 40)

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const UNTIL = Date.parse('2027-12-01T00:00Z')

const some = (...from: string[]) =>
  fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 4 }).map((parts) => parts.join())
const codes = WEEKDAYS.map((day) => day.slice(0, 2).toUpperCase())
const days = some(...codes).map((each) => `BYDAY=${each}`)
const interval = fc.constantFrom('', '', 'INTERVAL=2', 'INTERVAL=3')
const rule = fc.oneof(
  fc.tuple(fc.constant('FREQ=DAILY'), interval),
  fc.tuple(fc.constant('FREQ=WEEKLY'), interval, fc.oneof(fc.constant(''), days)),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    interval,
    fc.oneof(
      fc.constant(''),
      some(...codes.flatMap((day) => [`1${day}`, `+2${day}`, `5${day}`, `-1${day}`])).map(
        (each) => `BYDAY=${each}`,
      ),
      some('1', '15', '29', '30', '31', '-1').map((each) => `BYMONTHDAY=${each}`),
    ),
  ),
  fc.tuple(fc.constant('FREQ=YEARLY')),
)
const event = fc
  .record({
    rule: rule.map((parts) => parts.filter(Boolean).join(';')),
    day: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    time: fc.constantFrom('00:15', '09:00', '23:45'),
    end: fc.oneof(
      fc.constant({}),
      fc.integer({ min: 1, max: 20 }).map((count) => ({ count })),
      fc.constantFrom('2027-03-14', '2027-10-31').map((until) => ({ until })),
    ),
    zone: fc.constantFrom(
      'Pacific/Honolulu',
      'America/Los_Angeles',
      'Europe/London',
      'Australia/Sydney',
      'Asia/Kolkata',
      'UTC',
    ),
  })
  .map(({ rule, day, time, end, zone }) => {
    const repeats = 'count' in end ? `${rule};COUNT=${end.count}` : rule
    const drawn = { title: 'T', starts: `${day.toISOString().slice(0, 10)} ${time}`, repeats }
    // A time that doesn't match is refused with one that does.
    const [, starts = drawn.starts] =
      /`starts: (.*?)`/.exec(eventSchema.safeParse(drawn).error?.message ?? '') ?? []
    const times = [...wallStarts({ starts, repeats, except: [], until: '2026-12-31' })].map(dayOf)
    // A drawn start can be moved past the drawn end, which is refused.
    const until = 'until' in end && end.until >= dayOf(starts) ? end.until : undefined
    return { zone, event: { ...drawn, starts, except: times.slice(1, 3), until } }
  })

test('a rule means the same here and to two calendars', () => {
  fc.assert(
    fc.property(event, ({ zone, event: written }) => {
      const event = eventSchema.parse(written)
      const about = { name: 'T', zone, domain: 'example.org', now: new Date(0) }
      const file = calendarFile(new Map([['t', event]]), about)
      const own = startsOf(event, zone, 0, UNTIL).map(([minute]) => minute * 60_000)
      expect([readByNodeIcal(file), readByIcal(file)]).toEqual([own, own])
      expect(file).not.toMatch(/COUNT=.*UNTIL=|UNTIL=.*COUNT=/)
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 120_000)

test('no part of any rule is lost silently', () => {
  const parts =
    `FREQ=DAILY FREQ=WEEKLY FREQ=MONTHLY FREQ=YEARLY FREQ=HOURLY freq=weekly RRULE:FREQ=WEEKLY weekly BYDAY=MO BYDAY=1MO
    BYDAY=MO,9TU BYDAY=Monday BYMONTHDAY=7 BYMONTHDAY=31 BYMONTHDAY=0 BYMONTH=2 BYSETPOS=1 BYSETPOS=9 INTERVAL=2 INTERVAL=0
    COUNT=3 COUNT=-1 COUNT=ten UNTIL=20270101 EVERY=2 WKST=SU EXDATE=20261214`.split(/\s+/)
  const rule = fc.uniqueArray(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
  const isKept = fc.property(rule, (drawn) => {
    const written = { title: 'T', starts: '2026-12-07 09:00', repeats: drawn.join('; ') }
    const { data, error } = eventSchema.safeParse(written)
    const message = error?.issues[0]?.message ?? sayDays(data?.repeats ?? '', written.starts)
    expect(message).toMatch(/^(?:[A-Z`]|The )/)
    if (!data) return
    const kept = ICAL.Recur.fromString(data.repeats ?? '').toString()
    for (const part of drawn) expect(kept).toContain(part.toUpperCase().replace('RRULE:', ''))
  })
  fc.assert(isKept, { numRuns: 200 })
})

function readByNodeIcal(file: string): number[] {
  const [event] = Object.values(nodeIcal.parseICS(file)).flatMap((each) =>
    each?.type === 'VEVENT' ? [each] : [],
  )
  const left = Object.values(event?.exdate ?? {}).map((date) => (date as Date).getTime())
  return (event?.rrule?.between(new Date(0), new Date(UNTIL)) ?? [])
    .map((date) => date.getTime())
    .filter((at) => !left.includes(at))
}

function readByIcal(file: string): number[] {
  const calendar = ICAL.Component.fromString(file)
  const [zone, entry] = [calendar.getFirstSubcomponent('vtimezone'), calendar.getFirstSubcomponent('vevent')]
  if (zone) ICAL.TimezoneService.register(zone)
  const times = new ICAL.Event(entry ?? undefined).iterator()
  const read: number[] = []
  for (
    let next = times.next() as ICAL.Time | null;
    next && next.toUnixTime() * 1000 < UNTIL;
    next = times.next() as ICAL.Time | null
  )
    read.push(next.toUnixTime() * 1000)
  return read
}

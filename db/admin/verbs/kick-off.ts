import { readCount, seeHelp } from '../arguments.ts'
import { dryRun, remembered } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import { UsageError, type Input, type Report, type Task, type Verb } from '../verb.ts'

const MOST_PEOPLE = 2000
const COLUMNS = 'people, starts_at as "startsAt", ends_at as "endsAt", added_by as "addedBy"'

export const kickOff: Verb = {
  name: 'kick-off',
  summary: 'expect a crowd behind one address for some hours',
  takes: '',
  about: `Lets as many people as you say sign up, confirm and mistype from one network, for three hours or until the time you
say; afterwards the usual limits hold by themselves. Without it, a room of sixty is no crowd. Without options it lists what
is under way and planned. A time may say its zone, '2026-12-01 09:00 Pacific/Honolulu'; without one it is UTC.`,
  options: {
    people: { value: 'N', about: `how many, at most ${MOST_PEOPLE}` },
    from: { value: 'TIME', about: 'when it begins, if not now' },
    until: { value: 'TIME', about: 'when it ends, if not three hours later; at most a day' },
    end: { about: 'end what is under way, and forget what is planned' },
    actor: remembered.actor,
    ...dryRun,
  },
  prepare(input) {
    if (input.has('end')) {
      refuseOptions(input, 'Either --people or --end.', 'people', 'from', 'until')
      return ask(`select ${COLUMNS} from end_kick_offs()`, [], (rows: KickOff[]) =>
        report(rows, () => 'ended'),
      )
    }
    if (input.value('people') !== undefined) return plan(input)
    refuseOptions(input, 'Say how many are expected: --people N.', 'from', 'until')
    return ask(
      `select ${COLUMNS}, starts_at > now() as "isPlanned" from kick_offs where ends_at > now() order by starts_at`,
      [],
      (rows: Listed[]) => report(rows, ({ isPlanned }) => (isPlanned ? 'planned' : 'under way')),
    )
  },
}

function plan(input: Input): Task {
  const people = readCount(input, 'people', 0)
  if (people > MOST_PEOPLE) throw new UsageError(`--people takes at most ${MOST_PEOPLE}.`)
  return ask(
    `select ${COLUMNS}, starts_at > now() as "isPlanned" from plan_kick_off($1, $2, $3, $4)`,
    [people, input.value('from') ?? null, input.value('until') ?? null, input.actor],
    (rows: Listed[]) => report(rows, ({ isPlanned }) => (isPlanned ? 'planned' : 'under way')),
  )
}

function refuseOptions(input: Input, complaint: string, ...names: string[]): void {
  if (names.some((name) => input.value(name) !== undefined))
    throw new UsageError(seeHelp('kick-off', complaint))
}

function report<Row extends KickOff>(rows: Row[], state: (row: Row) => string): Report {
  const columns = {
    from: ({ startsAt }: Row) => startsAt,
    until: ({ endsAt }: Row) => endsAt,
    people: ({ people }: Row) => people,
    by: ({ addedBy }: Row) => addedBy,
    '': state,
  }
  return {
    json: rows.map((row) => ({ ...row, state: state(row) })),
    tables: [tableOf(rows, columns, { whenEmpty: 'No kick-off is under way or planned.' })],
  }
}

interface KickOff {
  people: number
  startsAt: Date
  endsAt: Date
  addedBy: string
}

interface Listed extends KickOff {
  isPlanned: boolean
}

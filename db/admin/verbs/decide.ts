import { describeError } from '../../describe-error.ts'
import { isAbout, namedSql, readAddresses } from '../arguments.ts'
import { dryRun, remembered, several } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import { UsageError, type Input, type Report, type Task, type Transaction, type Verb } from '../verb.ts'

export const approve: Verb = {
  name: 'approve',
  summary: 'let members in',
  takes: 'EMAIL… | --all-confirmed',
  about: `Lets the members with these addresses in, from their next sign-in or request on, and tells them by mail.
All or none: when one address is unknown or not confirmed, nothing changes. Approving again changes and records nothing.
With --all-confirmed it is everybody who waits with a confirmed address and was never decided about, but whom the roster will let
in with their password: until then it may be a stranger's sign-up. See who that is with --dry-run first.`,
  options: {
    ...remembered,
    force: { about: 'also who has not confirmed the address, which may then be somebody else’s' },
    'all-confirmed': { about: 'everybody who waits with a confirmed address' },
    ...several,
    ...dryRun,
  },
  prepare(input) {
    if (!input.has('all-confirmed')) return decide('approved', readAddresses('approve', input), input)
    if (isAbout(input)) throw new UsageError('Either addresses or --all-confirmed, not both.')
    return decide('approved', null, input)
  },
}

export const deny: Verb = {
  name: 'deny',
  summary: 'turn members away',
  takes: 'EMAIL…',
  about: `Turns the members with these addresses away, from their very next request on, and tells them by mail.
All or none: when one address is unknown, nothing changes. Denying again changes and records nothing.`,
  options: { ...remembered, ...several, ...dryRun },
  prepare: (input) => decide('denied', readAddresses('deny', input), input),
}

export const undo: Verb = {
  name: 'undo',
  summary: 'take the latest decision about members back',
  takes: 'EMAIL…',
  about: `Puts the members with these addresses back to what they were before the latest decision about them. That is
recorded as well. What was taken back stays so: undoing again changes nothing. A mail that was not sent yet is not sent
any more; whoever becomes approved or denied by it is told.`,
  options: { ...remembered, ...several, ...dryRun },
  prepare: (input) =>
    allOrNone(
      ask<Undone>(
        `select email, full_name as "fullName", from_status as "from", to_status as "to", result
         from undo_decisions(${namedSql}, $3, $4)`,
        [readAddresses('undo', input), input.has('skip-unknown'), input.value('reason') ?? null, input.actor],
        (undone) =>
          report(undone, {
            decision: ({ from, to }) => (from === to ? `still ${to}` : `${from} → ${to}`),
            '': 'result',
          }),
      ),
    ),
}

/** @param emails null: everybody who waits with a confirmed address. */
function decide(status: 'approved' | 'denied', emails: string[] | null, input: Input): Task {
  return allOrNone(
    ask<Decision>(
      `select email, full_name as "fullName", from_status as "from", to_status as "to"
       from decide_memberships(coalesce(${namedSql}, confirmed_and_undecided()), $3, $4, $5, $6)`,
      [
        emails,
        input.has('skip-unknown'),
        status,
        input.value('reason') ?? null,
        input.actor,
        input.has('force'),
      ],
      (decisions) =>
        report(decisions, {
          decision: ({ from, to }) => (from === to ? `was ${to} already` : `${from} → ${to}`),
        }),
    ),
  )
}

/** Says of a failure that it has changed nothing. */
function allOrNone(task: Transaction): Task {
  const work: Transaction['work'] = async (client) => {
    try {
      return await task.work(client)
    } catch (cause) {
      throw new Error(`${describeError(cause)}. Nothing was changed.`, { cause })
    }
  }
  return { ...task, work }
}

function report<Row extends Decision>(rows: Row[], outcome: Parameters<typeof tableOf<Row>>[1]): Report {
  const isChange = ({ from, to }: Row) => from !== to
  return {
    json: rows.map((row) => ({ ...row, changed: isChange(row) })),
    tables: [
      tableOf(
        rows,
        { 'e-mail': ({ email }) => email, name: ({ fullName }) => fullName, ...outcome },
        { whenEmpty: 'Nobody.' },
      ),
    ],
    announces: rows.some(isChange),
  }
}

interface Decision {
  email: string
  fullName: string | null
  from: string
  to: string
}

interface Undone extends Decision {
  result: string
}

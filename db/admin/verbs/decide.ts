import { describeError } from '../../describe-error.ts'
import { readAddresses } from '../arguments.ts'
import { dryRun, file, remembered } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import type { Input, Report, Task, Transaction, Verb } from '../verb.ts'

export const approve: Verb = {
  name: 'approve',
  summary: 'let members in',
  takes: 'EMAIL…',
  about: `Lets the members with these addresses in, from their next sign-in or request on, and tells them by mail.
All or none: when one address is unknown or not confirmed, nothing changes. Approving again changes and records nothing.`,
  options: {
    ...remembered,
    force: { about: 'also who has not confirmed the address, which may then be somebody else’s' },
    ...file,
    ...dryRun,
  },
  prepare: (input) => decide('approved', readAddresses('approve', input), input),
}

export const deny: Verb = {
  name: 'deny',
  summary: 'turn members away',
  takes: 'EMAIL…',
  about: `Turns the members with these addresses away, from their very next request on, and tells them by mail.
All or none: when one address is unknown, nothing changes. Denying again changes and records nothing.`,
  options: { ...remembered, ...file, ...dryRun },
  prepare: (input) => decide('denied', readAddresses('deny', input), input),
}

export const undo: Verb = {
  name: 'undo',
  summary: 'take the latest decision about members back',
  takes: 'EMAIL…',
  about: `Puts the members with these addresses back to what they were before the latest decision about them. That is
recorded as well. What was taken back stays so: undoing again changes nothing. A mail that was not sent yet is not sent
any more; whoever becomes approved or denied by it is told.`,
  options: { ...remembered, ...file, ...dryRun },
  prepare: (input) =>
    allOrNone(
      ask<Undone>(
        `select email, full_name as "fullName", from_status as "from", to_status as "to", result
         from undo_decisions($1, $2, $3)`,
        [readAddresses('undo', input), input.value('reason') ?? null, input.actor],
        (undone) =>
          report(undone, {
            decision: ({ from, to }) => (from === to ? `still ${to}` : `${from} → ${to}`),
            '': 'result',
          }),
      ),
    ),
}

function decide(status: 'approved' | 'denied', emails: string[], input: Input): Task {
  return allOrNone(
    ask<Decision>(
      `select email, full_name as "fullName", from_status as "from", to_status as "to"
       from decide_memberships($1, $2, $3, $4, $5)`,
      [emails, status, input.value('reason') ?? null, input.actor, input.has('force')],
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
    tables: [tableOf(rows, { 'e-mail': ({ email }) => email, name: ({ fullName }) => fullName, ...outcome })],
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

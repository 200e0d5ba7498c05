import type { ClientBase } from 'pg'
import { readAddress } from '../addresses.ts'
import { readCount } from '../arguments.ts'
import { minute } from '../cells.ts'
import type { Report, Table, Verb } from '../verb.ts'

const LATEST = 50

export const history: Verb = {
  name: 'history',
  summary: 'who decided what, when and why',
  takes: '[EMAIL]',
  about: `Lists decisions, newest first: about one member or, without an address, about everybody. Changes nothing.
The record cannot be changed or removed, and it outlives the account.`,
  options: { latest: { value: 'N', about: `so many, if not ${LATEST}` } },
  prepare(input) {
    const email = input.words.length === 0 ? null : readAddress('history', input)
    const latest = readCount(input, 'latest', LATEST)
    return { in: 'transaction', work: async (client) => report(await listDecisions(client, email, latest)) }
  },
}

export async function listDecisions(
  client: ClientBase,
  email: string | null,
  latest: number,
): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    `select at, email, from_status as "from", to_status as "to", actor, reason, is_undo as "isUndo"
     from decision_history($1, $2)`,
    [email, latest],
  )
  return rows
}

export function decisionsTable(decisions: Recorded[]): Table {
  return {
    columns: ['when', 'e-mail', 'decision', 'by', 'reason'],
    rows: decisions.map(({ at, email, from, to, actor, reason, isUndo }) => [
      minute(at),
      email,
      `${from ?? 'new'} → ${to}${isUndo ? ' (undo)' : ''}`,
      actor,
      reason ?? '',
    ]),
    whenEmpty: 'Nobody has decided anything yet.',
  }
}

function report(decisions: Recorded[]): Report {
  return { json: decisions, tables: [decisionsTable(decisions)] }
}

interface Recorded {
  at: Date
  email: string
  from: string | null
  to: string
  actor: string
  reason: string | null
  isUndo: boolean
}

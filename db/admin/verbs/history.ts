import type { ClientBase } from 'pg'
import { readAddress, readCount } from '../arguments.ts'
import { tableOf } from '../report.ts'
import type { Table, Verb } from '../verb.ts'

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
    return {
      in: 'transaction',
      work: async (client) => {
        const decisions = await listDecisions(client, email, latest)
        return { json: decisions, tables: [decisionsTable(decisions)] }
      },
    }
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

export function decisionsTable(decisions: Recorded[], title?: string): Table {
  const columns = {
    when: 'at',
    'e-mail': 'email',
    decision: ({ from, to, isUndo }: Recorded) => `${from ?? 'new'} → ${to}${isUndo ? ' (undo)' : ''}`,
    by: 'actor',
    reason: 'reason',
  } as const
  return tableOf(decisions, columns, {
    ...(title && { title }),
    whenEmpty: 'Nobody has decided anything yet.',
  })
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

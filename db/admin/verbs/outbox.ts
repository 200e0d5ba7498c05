import { readCount, refuseWords } from '../arguments.ts'
import { count, minute } from '../cells.ts'
import type { Report, Verb } from '../verb.ts'

const AT_MOST = 50

export const outbox: Verb = {
  name: 'outbox',
  summary: 'what nobody has been told yet',
  takes: '',
  about: `Lists messages that are waiting, failing or given up, oldest first, and how old the oldest is. Changes nothing.`,
  options: { latest: { value: 'N', about: `so many, if not ${AT_MOST}` } },
  prepare(input) {
    refuseWords('outbox', input)
    const atMost = readCount(input, 'latest', AT_MOST)
    return {
      in: 'transaction',
      work: async (client) => {
        const { rows } = await client.query<Undelivered>(
          `select id, state, kind, recipient, created_at as "createdAt", attempts, next_attempt_at as "nextAttemptAt",
             last_error as "lastError", in_all::int as "inAll", brief_age(oldest) as "oldestAge"
           from list_undelivered($1)`,
          [atMost],
        )
        return report(rows)
      },
    }
  },
}

function report(rows: Undelivered[]): Report {
  const [first] = rows
  return {
    json: rows.map(forPrograms),
    tables: [
      {
        columns: ['since', 'state', 'what', 'to', 'tries', 'next try', 'why'],
        rows: rows.map(toCells),
        whenEmpty: 'Everything was told.',
      },
    ],
    notes: first ? [`${count(first.inAll, 'message')} in all, the oldest: ${first.oldestAge}.`] : [],
  }
}

function forPrograms(row: Undelivered) {
  const { id, state, kind, recipient, createdAt, attempts, nextAttemptAt, lastError } = row
  return { id, state, kind, recipient, createdAt, attempts, nextAttemptAt, lastError }
}

function toCells(row: Undelivered): string[] {
  const { createdAt, state, kind, recipient, attempts, nextAttemptAt, lastError } = row
  return [
    minute(createdAt),
    state,
    kind,
    recipient ?? '',
    String(attempts),
    minute(nextAttemptAt),
    lastError ?? '',
  ]
}

interface Undelivered {
  id: string
  state: string
  kind: string
  recipient: string | null
  createdAt: Date
  attempts: number
  nextAttemptAt: Date | null
  lastError: string | null
  inAll: number
  oldestAge: string
}

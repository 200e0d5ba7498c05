import { readAddresses, readCount } from '../arguments.ts'
import { dryRun, file } from '../options.ts'
import { ask, count, tableOf } from '../report.ts'
import type { Report, Verb } from '../verb.ts'

const AT_MOST = 50

export const outbox: Verb = {
  name: 'outbox',
  summary: 'what nobody has been told yet',
  takes: '',
  about: `Lists messages that are waiting, failing or given up, oldest first, and how old the oldest is. Changes nothing.`,
  options: { latest: { value: 'N', about: `so many, if not ${AT_MOST}` } },
  prepare: (input) =>
    ask(
      `select id, state, kind, recipient, created_at as "createdAt", attempts, next_attempt_at as "nextAttemptAt",
         last_error as "lastError", in_all::int as "inAll", brief_age(oldest) as "oldestAge"
       from list_undelivered($1)`,
      [readCount(input, 'latest', AT_MOST)],
      reportUndelivered,
    ),
}

export const outboxRetry: Verb = {
  name: 'outbox-retry',
  summary: 'try again what was given up',
  takes: '[EMAIL…]',
  about: `Has every message that was given up tried again, or only those that concern these members. A message with a
link loses the link when it is given up: it stays, and the member has to ask for another.`,
  options: { ...file, ...dryRun },
  prepare(input) {
    const isForAll = input.words.length === 0 && input.value('file') === undefined
    return ask(
      'select id, kind, recipient, last_error as "lastError", result from retry_outbox($1)',
      [isForAll ? null : readAddresses('outbox-retry', input)],
      reportRetried,
    )
  },
}

function reportUndelivered(rows: Undelivered[]): Report {
  const [first] = rows
  const columns = {
    since: 'createdAt',
    state: 'state',
    what: 'kind',
    to: 'recipient',
    tries: 'attempts',
    'next try': 'nextAttemptAt',
    why: 'lastError',
  } as const
  return {
    json: rows.map(forPrograms),
    tables: [tableOf(rows, columns, { whenEmpty: 'Everything was told.' })],
    notes: first ? [`${count(first.inAll, 'message')} in all, the oldest: ${first.oldestAge}.`] : [],
  }
}

function forPrograms(row: Undelivered) {
  const { id, state, kind, recipient, createdAt, attempts, nextAttemptAt, lastError } = row
  return { id, state, kind, recipient, createdAt, attempts, nextAttemptAt, lastError }
}

function reportRetried(retried: Retried[]): Report {
  const columns = {
    what: 'kind',
    to: 'recipient',
    'why it was given up': 'lastError',
    now: 'result',
  } as const
  return {
    json: retried,
    tables: [tableOf(retried, columns, { whenEmpty: 'Nothing was given up.' })],
    announces: retried.length > 0,
  }
}

interface Message {
  id: string
  kind: string
  recipient: string | null
  lastError: string | null
}

interface Retried extends Message {
  result: string
}

interface Undelivered extends Message {
  state: string
  createdAt: Date
  attempts: number
  nextAttemptAt: Date | null
  inAll: number
  oldestAge: string
}

import { readAddresses } from '../addresses.ts'
import { dryRun, file } from '../options.ts'
import type { Input, Report, Verb } from '../verb.ts'

export const outboxRetry: Verb = {
  name: 'outbox-retry',
  summary: 'try again what was given up',
  takes: '[EMAIL…]',
  about: `Has every message that was given up tried again, or only those that concern these members. A message with a
link loses the link when it is given up: it stays, and the member has to ask for another.`,
  options: { ...file, ...dryRun },
  prepare(input) {
    const emails = namesNobody(input) ? null : readAddresses('outbox-retry', input)
    return {
      in: 'transaction',
      work: async (client) => {
        const { rows } = await client.query<Retried>(
          'select id, kind, recipient, last_error as "lastError", result from retry_outbox($1)',
          [emails],
        )
        return report(rows)
      },
    }
  },
}

function namesNobody(input: Input): boolean {
  return input.words.length === 0 && input.value('file') === undefined
}

function report(retried: Retried[]): Report {
  return {
    json: retried,
    tables: [
      {
        columns: ['what', 'to', 'why it was given up', 'now'],
        rows: retried.map(({ kind, recipient, lastError, result }) => [
          kind,
          recipient ?? '',
          lastError ?? '',
          result,
        ]),
        whenEmpty: 'Nothing was given up.',
      },
    ],
    announces: retried.length > 0,
  }
}

interface Retried {
  id: string
  kind: string
  recipient: string | null
  lastError: string | null
  result: string
}

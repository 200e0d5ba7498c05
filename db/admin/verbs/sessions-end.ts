import { readAddresses } from '../addresses.ts'
import { refuseWords } from '../arguments.ts'
import { dryRun, file } from '../options.ts'
import type { Report, Verb } from '../verb.ts'

export const sessionsEnd: Verb = {
  name: 'sessions-end',
  summary: 'sign members out everywhere',
  takes: 'EMAIL… | --everybody',
  about: `Signs these members, or everybody, out of every browser, from the next request on. It changes no decision: they
may sign in again.`,
  options: { everybody: { about: 'all members at once' }, ...file, ...dryRun },
  prepare(input) {
    const everybody = input.has('everybody')
    if (everybody) refuseWords('sessions-end --everybody', input)
    const emails = everybody ? null : readAddresses('sessions-end', input)
    return {
      in: 'transaction',
      work: async (client) => {
        const { rows } = emails
          ? await client.query<Ended>('select email, ended::int from end_sessions($1)', [emails])
          : await client.query<Ended>('select email, ended::int from end_every_session()')
        return report(rows)
      },
    }
  },
}

function report(ended: Ended[]): Report {
  return {
    json: ended,
    tables: [
      {
        columns: ['e-mail', 'sessions ended'],
        rows: ended.map(({ email, ended }) => [email, String(ended)]),
      },
    ],
  }
}

interface Ended {
  email: string
  ended: number
}

import { namedSql, readAddresses, refuseWords } from '../arguments.ts'
import { dryRun, several } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import type { Report, Verb } from '../verb.ts'

export const sessionsEnd: Verb = {
  name: 'sessions-end',
  summary: 'sign members out everywhere',
  takes: 'EMAIL… | --everybody',
  about: `Signs these members, or everybody, out of every browser, from the next request on. It changes no decision: they
may sign in again.`,
  options: { everybody: { about: 'all members at once' }, ...several, ...dryRun },
  prepare(input) {
    if (!input.has('everybody')) {
      const named = [readAddresses('sessions-end', input), input.has('skip-unknown')]
      return ask(`select email, ended::int from end_sessions(${namedSql})`, named, report)
    }
    refuseWords('sessions-end --everybody', input)
    return ask('select email, ended::int from end_every_session()', [], report)
  },
}

function report(ended: Ended[]): Report {
  return { json: ended, tables: [tableOf(ended, { 'e-mail': 'email', 'sessions ended': 'ended' })] }
}

interface Ended {
  email: string
  ended: number
}

import { refuseWords } from '../arguments.ts'
import type { Report, Verb } from '../verb.ts'

export const stats: Verb = {
  name: 'stats',
  summary: 'the portal in numbers',
  takes: '',
  about: 'Counts members, sessions, the roster and what is still to be told. Changes nothing.',
  options: {},
  prepare(input) {
    refuseWords('stats', input)
    return {
      in: 'transaction',
      work: async (client) => {
        const { rows } = await client.query<Measured>('select measure, value from portal_stats()')
        return report(rows)
      },
    }
  },
}

function report(measured: Measured[]): Report {
  return {
    json: Object.fromEntries(measured.map(({ measure, value }) => [measure, value])),
    tables: [{ columns: ['what', 'how many'], rows: measured.map(({ measure, value }) => [measure, value]) }],
  }
}

interface Measured {
  measure: string
  value: string
}

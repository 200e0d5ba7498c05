import { ask, tableOf } from '../report.ts'
import type { Verb } from '../verb.ts'

export const stats: Verb = {
  name: 'stats',
  summary: 'the portal in numbers',
  takes: '',
  about: 'Counts members, sessions, the roster and what is still to be told. Changes nothing.',
  options: {},
  prepare: () =>
    ask<{ measure: string; value: string }>('select measure, value from portal_stats()', [], (rows) => ({
      json: Object.fromEntries(rows.map(({ measure, value }) => [measure, value])),
      tables: [tableOf(rows, { what: 'measure', 'how many': 'value' })],
    })),
}

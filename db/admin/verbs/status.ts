import { seeHelp } from '../arguments.ts'
import { dryRun, remembered } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import { UsageError, type Input, type Report, type Verb } from '../verb.ts'

const COLUMNS = 'sentence, ends_at as "until", set_by as "by", set_at as "since"'

export const status: Verb = {
  name: 'status',
  summary: 'what the sign-in screen says at present',
  takes: '[SENTENCE]',
  about: `Says a sentence on the sign-in screen, to everybody and without a deploy, in place of what was said before; or, without
one, shows what is said. It is seen within a quarter of a minute.`,
  options: {
    until: {
      value: 'TIME',
      about: 'when it ends, such as "2026-11-29 19:00-10"; a time without a zone is UTC at Neon',
    },
    clear: { about: 'say nothing any more' },
    actor: remembered.actor,
    ...dryRun,
  },
  prepare(input) {
    const sentence = readSentence(input)
    if (input.has('clear')) return ask<Status>(`select ${COLUMNS} from clear_status()`, [], cleared)
    if (sentence === null) return ask<Status>(`select ${COLUMNS} from portal_status`, [], shown)
    const values = [sentence, input.value('until') ?? null, input.actor]
    return ask<Status>(`select ${COLUMNS} from set_status($1, $2, $3)`, values, shown)
  },
}

/** null when none was given. @throws UsageError */
function readSentence(input: Input): string | null {
  const [sentence = null, ...more] = input.words
  if (more.length > 0) throw new UsageError(seeHelp('status', 'Write the sentence between quotation marks.'))
  if (input.has('clear') && (sentence !== null || input.value('until') !== undefined))
    throw new UsageError(seeHelp('status', 'Either a sentence or --clear.'))
  if (input.value('until') !== undefined && sentence === null)
    throw new UsageError(seeHelp('status', 'Say what is to be said until then.'))
  return sentence
}

function shown(rows: Status[]): Report {
  return { json: rows[0] ?? null, tables: [tableOfStatus(rows, 'Nothing is said.')] }
}

function cleared(rows: Status[]): Report {
  const tables: Report['tables'] = [tableOfStatus(rows, 'Nothing was said.')]
  return { json: rows[0] ?? null, tables, ...(rows.length > 0 && { notes: ['This is said no longer.'] }) }
}

function tableOfStatus(rows: Status[], whenEmpty: string) {
  const columns = { sentence: 'sentence', until: 'until', by: 'by', since: 'since' } as const
  return tableOf(rows, columns, { whenEmpty })
}

interface Status {
  sentence: string
  until: Date | null
  by: string
  since: Date
}

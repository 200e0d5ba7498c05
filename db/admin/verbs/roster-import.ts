import { readFileSync } from 'node:fs'
import { seeHelp } from '../arguments.ts'
import { count } from '../cells.ts'
import { dryRun, remembered } from '../options.ts'
import { readRoster, type RosterLine } from '../roster-file.ts'
import { UsageError, type Input, type Report, type Verb } from '../verb.ts'

const STANDARD_INPUT = 0

export const rosterImport: Verb = {
  name: 'roster-import',
  summary: 'say who is expected: they need not wait',
  takes: 'FILE',
  about: `Reads e-mail addresses and names from a CSV file, one person a line; - reads standard input. The heading is
optional and may say it in many ways; commas, semicolons and tabs separate. Whoever is on the roster and proves address
and password is approved by the system, once; who has proven both already and waits, at once; who was denied stays so.
Every line that cannot be used is named and left out. Importing a file again adds nothing.`,
  options: {
    strict: { about: 'add nobody when a line cannot be used' },
    actor: remembered.actor,
    ...dryRun,
  },
  prepare(input) {
    const entries = JSON.stringify(readRoster(readFile(input)))
    const isStrict = input.has('strict')
    return {
      in: 'transaction',
      work: async (client) => {
        const { rows } = await client.query<Line>(
          'select line, email, name, result, problem from import_roster($1, $2, $3)',
          [entries, isStrict, input.actor],
        )
        return report(rows, isStrict)
      },
    }
  },
}

function readFile({ words }: Input): Buffer {
  const [path] = words
  if (path === undefined || words.length > 1) {
    throw new UsageError(seeHelp('roster-import', 'Say which file: one path, or - for standard input.'))
  }
  return readFileSync(path === '-' ? STANDARD_INPUT : path)
}

function report(lines: Line[], isStrict: boolean): Report {
  const refused = lines.filter(({ problem }) => problem !== null)
  return {
    json: lines,
    tables: [
      {
        columns: ['line', 'e-mail', 'name', 'result', 'why'],
        rows: lines.map(({ line, email, name, result, problem }) => [
          String(line),
          email ?? '',
          name ?? '',
          result,
          problem ?? '',
        ]),
        whenEmpty: 'There is nobody in this file.',
      },
    ],
    notes: [sum(lines, refused.length, isStrict)],
    announces: lines.some(({ result }) => result === 'added and approved'),
    status: isStrict && refused.length > 0 ? 1 : 0,
  }
}

function sum(lines: Line[], refused: number, isStrict: boolean): string {
  const added = lines.filter(({ result }) => result.startsWith('added')).length
  const approved = lines.filter(({ result }) => result === 'added and approved').length
  const sentence = `${added} added (${approved} approved at once), ${count(refused, 'line')} refused.`
  return isStrict && refused > 0 ? `${sentence} --strict: nobody was added.` : sentence
}

interface Line extends RosterLine {
  result: string
}

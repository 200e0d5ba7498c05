import { readInput, seeHelp } from '../arguments.ts'
import { dryRun, remembered } from '../options.ts'
import { ask, count, tableOf } from '../report.ts'
import { readRoster, type RosterLine } from '../roster-file.ts'
import { UsageError, type Report, type Verb } from '../verb.ts'

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
    const [path] = input.words
    if (path === undefined || input.words.length > 1) {
      throw new UsageError(seeHelp('roster-import', 'Say which file: one path, or - for standard input.'))
    }
    const isStrict = input.has('strict')
    return ask<Line>(
      'select line, email, name, result, problem from import_roster($1, $2, $3)',
      [JSON.stringify(readRoster(readInput(path))), isStrict, input.actor],
      (lines) => report(lines, isStrict),
    )
  },
}

function report(lines: Line[], isStrict: boolean): Report {
  const refused = lines.filter(({ problem }) => problem !== null)
  const columns = { line: 'line', 'e-mail': 'email', name: 'name', result: 'result', why: 'problem' } as const
  return {
    json: lines,
    tables: [tableOf(lines, columns, { whenEmpty: 'There is nobody in this file.' })],
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

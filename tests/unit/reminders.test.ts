import { expect, test } from 'vitest'
import { reminderTexts } from '#src/mail/reminder.tsx'
import { findDeadline, remindersAt } from '#src/server/reminders/deadlines.ts'
import { readProgrammeNames } from '../../tools/programme-names.ts'
import { useContentCopy } from '../support/content-copy.ts'

const at = (moment: string) => Date.parse(moment)
const dueAt = (starts: string, timezone: string) => ({
  timezone,
  deadlines: [{ name: 'pitch', title: 'Pitch', starts, except: [] }],
})

test.each([
  ['as summer time begins, 23 hours', '2026-03-08 17:30', '2026-03-08T01:30Z', '2026-03-08T21:30Z'],
  ['as summer time ends, 25 hours', '2026-11-01 23:30', '2026-11-01T06:30Z', '2026-11-02T04:30Z'],
  ['on any other day, 24 hours', '2026-06-04 17:30', '2026-06-04T00:30Z', '2026-06-04T21:30Z'],
])(
  'a deadline in Los Angeles has its first reminder at the same time on the day before: %s',
  (_, starts, first, last) => {
    const programme = dueAt(starts, 'America/Los_Angeles')
    const namesAt = (moment: number) => remindersAt(programme, moment).map(({ name }) => name.slice(0, 2))
    expect(namesAt(at(first) - 1)).toEqual([])
    expect([namesAt(at(first)), namesAt(at(last) - 1)]).toEqual([['1d'], ['1d']])
    expect([namesAt(at(last)), namesAt(at(last) + 3 * 3_600_000 - 1)]).toEqual([['3h'], ['3h']])
    expect(namesAt(at(last) + 3 * 3_600_000 + 1)).toEqual([])
  },
)

test('a deadline is found by its tick’s key and its moment', () => {
  const programme = dueAt('2025-06-05 17:30', 'Pacific/Honolulu')
  const moment = at('2025-06-06T03:30Z')
  expect(findDeadline(programme, 'due/pitch/2025-06-05', moment)?.title).toBe('Pitch')
  expect(findDeadline(programme, 'due/pitch/2025-06-05', moment + 60_000)).toBeUndefined()
  expect(findDeadline(programme, 'due/pitch/2025-06-06', moment)).toBeUndefined()
})

test.each([
  ['2025-06-05T03:30Z', 'Weekly Update is due tomorrow, Thursday, June 5, at 5:30 PM in Honolulu.'],
  ['2025-06-05T10:00Z', 'Weekly Update is due today, Thursday, June 5, at 5:30 PM in Honolulu.'],
])('a reminder of %s says “%s”', (now, sentence) => {
  const words = { brand: '', program: '', contact: '', timezone: 'Pacific/Honolulu' }
  const due = { title: 'Weekly Update', dueAt: at('2025-06-06T03:30Z'), now: at(now) }
  expect(reminderTexts(due, words).sentence).toBe(sentence)
})

const content = useContentCopy()

test('a deploy knows the deadlines, except those whose file says that they have no reminders', () => {
  const file = 'src/content/events/weekly-update.yaml'
  const names = () => readProgrammeNames(content.root).deadlines.map(({ name }) => name)
  expect(names()).toEqual(['weekly-update'])
  content.write(file, `${content.read(file)}remind: false\n`)
  expect(names()).toEqual([])
})

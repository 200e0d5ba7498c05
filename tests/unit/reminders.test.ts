import { expect, test } from 'vitest'
import { remindersAt } from '#src/server/reminders/reminders.ts'
import { readProgramme } from '../../tools/programme.ts'
import { useContentCopy } from '../support/content-copy.ts'

const content = useContentCopy()

test.each([
  ['as summer time begins, 23 hours', '2026-03-08 17:30', '2026-03-08T01:30Z', '2026-03-08T21:30Z'],
  ['as summer time ends, 25 hours', '2026-11-01 23:30', '2026-11-01T06:30Z', '2026-11-02T04:30Z'],
  ['on any other day, 24 hours', '2026-06-04 17:30', '2026-06-04T00:30Z', '2026-06-04T21:30Z'],
])('a first reminder comes at the same time a day before, in Los Angeles %s', (_, starts, first, last) => {
  const deadlines = [{ name: 'pitch', title: 'Pitch', starts, except: [] }]
  const programme = { timezone: 'America/Los_Angeles', deadlines }
  const whichAt = (now: number) => remindersAt(programme, now)[0]?.name.split(' ')[2]
  const moments = [first, last].flatMap((moment) => [Date.parse(moment) - 1, Date.parse(moment)])
  expect(moments.map(whichAt)).toEqual([undefined, 'first', 'first', 'last'])
})

test('a deploy knows the deadlines, except those whose file says that they have no reminders', () => {
  const file = 'src/content/events/weekly-update.yaml'
  const names = () => readProgramme(content.root).deadlines.map(({ name }) => name)
  expect(names()).toEqual(['weekly-update'])
  content.write(file, `${content.read(file)}remind: false\n`)
  expect(names()).toEqual([])
})

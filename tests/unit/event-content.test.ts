import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adviseOnContent, checkContent } from '#src/content-check/check.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const FILE = 'src/content/events/pau-hana.yaml'
const HEAD = 'title: Pau hana\nstarts: 2025-06-06 16:30\n'
const WEEKLY = `${HEAD}repeats: FREQ=WEEKLY;BYDAY=FR\n`
const RULES =
  'Write a rule such as FREQ=WEEKLY;BYDAY=TH (every Thursday), FREQ=WEEKLY;INTERVAL=2;BYDAY=MO (every other Monday) or FREQ=MONTHLY;BYDAY=1FR (the first Friday of a month).'
const WALL = 'Write a day and a time on the programme’s clock, such as 2025-06-04 17:30.'

describe('a mistake in an event stops the build with file, line and remedy', () => {
  test.each<[what: string, lines: string, ...mistakes: string[]]>([
    ['nothing but what it needs', HEAD],
    [
      'everything there is',
      `${WEEKLY}kind: due\nminutes: 90\nuntil: 2025-08-29\nexcept: [2025-07-04]\nplace: Lānai\njoin: https://meet.example.org/a\npage: /calendar\ntext: Bring a friend.\n`,
    ],
    [
      'no time',
      'title: Pau hana\n',
      '1:1 `starts` is missing. Write `starts:` and: The first time it takes place, or when it is due, on the programme’s clock: 2025-06-04 17:30.',
    ],
    ['a day without a time', 'title: Pau hana\nstarts: 2025-06-06\n', `2:9 ${WALL}`],
    [
      'a day no calendar has',
      'title: Pau hana\nstarts: 2025-06-31 16:30\n',
      `2:9 No calendar has 2025-06-31. ${WALL}`,
    ],
    ['a time no clock has', 'title: Pau hana\nstarts: 2025-06-06 24:30\n', `2:9 ${WALL}`],
    [
      'a misspelled field',
      `${HEAD}repeat: FREQ=DAILY\n`,
      '3:1 `repeat` is no field here. Did you mean `repeats`?',
    ],
    [
      'a kind nobody knows',
      `${HEAD}kind: sesion\n`,
      '3:7 “sesion” is not known here. Did you mean “session”?',
    ],
    ['no length', `${HEAD}minutes: 0\n`, '3:10 Write whole minutes, from 1 to 10080, which is a week.'],
    ['a length in words', `${HEAD}minutes: an hour\n`, '3:10 `minutes` must be a number, without words.'],
    ['a rule in words', `${HEAD}repeats: weekly\n`, `3:10 ${RULES}`],
    ['a rule with its name', `${HEAD}repeats: RRULE:FREQ=WEEKLY\n`, `3:10 ${RULES}`],
    ['a day that is none', `${HEAD}repeats: FREQ=WEEKLY;BYDAY=XX\n`, `3:10 ${RULES}`],
    ['a rule by the hour', `${HEAD}repeats: FREQ=HOURLY\n`, `3:10 ${RULES}`],
    [
      'an end in the rule',
      `${HEAD}repeats: FREQ=WEEKLY;UNTIL=20250829\n`,
      '3:10 Take UNTIL out of the rule, and write `until: 2025-08-29` in a line of its own.',
    ],
    [
      'a first time that the rule does not say',
      `${HEAD}repeats: FREQ=WEEKLY;BYDAY=TH\n`,
      '2:9 This is none of the times that `repeats` says. Write `starts: 2025-06-12 16:30`, or change `repeats`.',
    ],
    [
      'an end before the beginning',
      `${WEEKLY}until: 2025-06-05\n`,
      '4:8 It would end before it begins. Write a later day.',
    ],
    [
      'an end of what takes place once',
      `${HEAD}until: 2025-08-29\n`,
      '3:8 Only what repeats ends: delete `until`, or write `repeats`.',
    ],
    [
      'an exception of what takes place once',
      `${HEAD}except: [2025-06-06]\n`,
      '3:9 Only what repeats has exceptions: delete `except`.',
    ],
    [
      'an exception on another day',
      `${WEEKLY}except: [2025-06-13, 2025-07-05]\n`,
      '4:22 It does not take place on 2025-07-05 anyway. Delete this day, or write the right one.',
    ],
    [
      'a page that is not there',
      `${HEAD}page: /weekly-update\n`,
      '3:7 No page is at /weekly-update. Did you mean /weekly-updates? Otherwise create src/content/pages/weekly-update.yaml.',
    ],
    [
      'a link without https',
      `${HEAD}join: meet.example.org\n`,
      '3:7 Write a whole address that begins with https://.',
    ],
  ])('%s', async (_, lines, ...mistakes) => {
    copy.write(FILE, lines)
    expect(await said()).toEqual(mistakes.map((mistake) => `${FILE}:${mistake}`))
  })

  test('a file with the name of the programme’s calendar', async () => {
    copy.write('src/content/events/calendar.yaml', HEAD)
    expect(await said()).toEqual([
      'src/content/events/calendar.yaml:1:1 The programme’s calendar has this name. Rename this file.',
    ])
  })
})

test('a banner waits for a video that is there', async () => {
  const home = copy.read('src/content/home.yaml')
  copy.write('src/content/home.yaml', home.replace('01-onboarding', '01-onbording'))
  expect(await said()).toEqual([
    expect.stringMatching(
      /^src\/content\/home\.yaml:\d+:10 No video is at cohort-17\/00-week-0\/01-onbording\. Did you mean cohort-17\/00-week-0\/01-onboarding\?$/,
    ),
  ])
})

test.each([
  ['Hawaii', 'Write a time zone such as Pacific/Honolulu or America/Los_Angeles.'],
  ['HST', 'Write a time zone such as Pacific/Honolulu or America/Los_Angeles.'],
])('the programme’s clock is a place’s: %s', async (zone, message) => {
  const site = copy.read('src/content/site.yaml')
  copy.write('src/content/site.yaml', site.replace('Pacific/Honolulu', zone))
  expect(await said()).toEqual([expect.stringContaining(message)])
})

describe('an editor is told, and no build stopped,', () => {
  const events = 'src/content/events'

  test('when every session is over, and not before its last day is', async () => {
    for (const name of readdirSync(join(copy.root, events))) rmSync(join(copy.root, events, name))
    copy.write(FILE, `${WEEKLY}until: 2025-08-29\n`)
    expect(adviseOnContent(copy.root, '2025-08-29')).toBeNull()
    expect(adviseOnContent(copy.root, '2025-08-30')).toMatch(/^Every session in src\/content\/events is over/)
    expect(await said()).toEqual([])
  })

  test('when there is none', async () => {
    rmSync(join(copy.root, events), { recursive: true })
    expect(adviseOnContent(copy.root, '2025-08-29')).toBe(
      'There is no session in src/content/events: home names none.',
    )
    expect(await said()).toEqual([])
  })

  test('and not about the sample programme, in whatever year', () => {
    expect(adviseOnContent(copy.root, '2040-01-01')).toBeNull()
  })
})

async function said(): Promise<string[]> {
  return (await checkContent(copy.root, copy.packs)).map(
    ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
  )
}

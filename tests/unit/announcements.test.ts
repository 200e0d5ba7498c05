import { expect, test } from 'vitest'
import { checkContent } from '#src/content-check/check.ts'
import { instantOf } from '#src/shared/wall-time.ts'
import { useContentCopy } from '../support/content-copy.ts'

const copy = useContentCopy()
const HEAD = 'title: Rehearsal\nfrom: 2025-06-02\nuntil: 2025-06-08 17:00\n'

/** An announcement's fields and words, and every mistake the build names in it: `line:column sentence`. */
const announcements: readonly [what: string, fields: string, words: string, ...mistakes: string[]][] = [
  [
    'nothing',
    HEAD,
    'See the [calendar](/calendar#week), [write](mailto:team@example.org) or [read](https://example.org/).',
  ],
  ['nothing, for one day', 'title: Today\nfrom: 2025-06-02 09:00\nuntil: 2025-06-02\n', ''],
  [
    'a title that was forgotten',
    'from: 2025-06-02\nuntil: 2025-06-08\n',
    '',
    '2:1 `title` is missing. Write `title:` and: The announcement’s heading.',
  ],
  [
    'an end that was forgotten',
    'title: A\nfrom: 2025-06-02\n',
    '',
    '2:1 `until` is missing. Write `until:` and: Until when: the end of that day, or the time that is written.',
  ],
  [
    'a day that no calendar has',
    'title: A\nfrom: 2025-06-31\nuntil: 2025-07-02\n',
    '',
    '3:7 No calendar has 2025-06-31. Write a day such as 2025-06-02, or a day and a time such as 2025-06-02 09:00.',
  ],
  [
    'a day in words',
    'title: A\nfrom: 2025-06-02\nuntil: next week\n',
    '',
    '4:8 Write a day such as 2025-06-02, or a day and a time such as 2025-06-02 09:00.',
  ],
  [
    'an end before the beginning',
    'title: A\nfrom: 2025-06-02 12:00\nuntil: 2025-06-02 12:00\n',
    '',
    '4:8 It would end before it begins. Write a later day.',
  ],
  ['a misspelled field', `${HEAD}form: 2025\n`, '', '5:1 `form` is no field here. Did you mean `from`?'],
  [
    'a link to no page',
    HEAD,
    'Two lines\nof it: [here](/calender).',
    '7:15 No page is at /calender. Did you mean /calendar? Otherwise create src/content/pages/calender.yaml.',
  ],
  [
    'a link to a public screen',
    HEAD,
    '[here](/auth)',
    '6:8 No page is at /auth. Create src/content/pages/auth.yaml.',
  ],
  [
    'a link without a beginning',
    HEAD,
    'See [this] and more.\n\n[this]: calendar',
    '8:9 Write a path of this site, such as /calendar, or a whole address that begins with https:// or mailto:.',
  ],
  [
    'an address that is not safe',
    HEAD,
    '<http://example.org>',
    '6:2 Write a path of this site, such as /calendar, or a whole address that begins with https:// or mailto:.',
  ],
  [
    'a picture',
    HEAD,
    '![The hall](https://example.org/hall.png)',
    '6:13 Announcements show no pictures. Take it out, or link to it: without the exclamation mark.',
  ],
]

test.each(announcements)(
  'wrong in an announcement, with its place and its remedy: %s',
  async (_, fields, words, ...mistakes) => {
    copy.write('src/content/announcements/rehearsal.md', `---\n${fields}---\n${words}\n`)
    expect(await said()).toEqual(
      mistakes.map((mistake) => `src/content/announcements/rehearsal.md:${mistake}`),
    )
  },
)

test('an announcement without fields, or with another ending, is named', async () => {
  copy.write('src/content/announcements/rehearsal.md', 'Come all.\n')
  copy.write('src/content/announcements/Rehearsal.txt', 'Come all.\n')
  expect(await said()).toEqual([
    expect.stringContaining('rehearsal.md:1:1 The file must begin with a line of ---'),
    expect.stringContaining('Rehearsal.txt:1:1 Files here are named with small letters'),
  ])
})

async function said(): Promise<string[]> {
  return (await checkContent(copy.root, copy.packs)).map(
    ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
  )
}

test.each([
  ['2025-06-02', 'Pacific/Honolulu', '2025-06-02T10:00Z'],
  ['2025-06-02 24:00', 'Pacific/Honolulu', '2025-06-03T10:00Z'],
  ['2025-06-02 09:30', 'UTC', '2025-06-02T09:30Z'],
  ['2025-01-15 12:00', 'America/Los_Angeles', '2025-01-15T20:00Z'],
  ['2025-07-15 12:00', 'America/Los_Angeles', '2025-07-15T19:00Z'],
  ['2025-03-09 03:00', 'America/Los_Angeles', '2025-03-09T10:00Z'],
  ['2025-11-02 01:30', 'America/Los_Angeles', '2025-11-02T08:30Z'],
  ['2025-06-02', 'Pacific/Kiritimati', '2025-06-01T10:00Z'],
])('%s on a wall in %s is %s', (time, zone, instant) => {
  expect(instantOf(time, zone)).toBe(Date.parse(instant))
})

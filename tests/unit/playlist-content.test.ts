import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPlaylist } from '../../src/content-check/playlist/read-playlist.ts'
import { inOrder, render } from '../../src/content-check/problem.ts'
import { PROGRAMME } from '../support/project-copy.ts'

/** A playlist with nothing wrong in it: one cohort, one week, one video. */
const sound = {
  'c/index.md': group('Cohort'),
  'c/01-w/index.md': group('Week'),
  'c/01-w/01-a.md': video('title: First'),
}

describe('whatever is wrong stops the build with file, line and remedy', () => {
  const inFields: [rule: string, fields: string, line: number, message: RegExp][] = [
    ['an empty title', "title: ''", 2, /`title` is empty\. Write `title:` and: What members read/],
    [
      'an unknown field',
      'title: B\nspeaker: Somebody',
      3,
      /`speaker` is no field here\. Did you mean `speakers`\?/,
    ],
    [
      'a repeated title',
      'title: first!',
      2,
      /#first already leads to src\/content\/playlist\/c\/01-w\/01-a\.md:2\. .*slug/,
    ],
    ['a repeated slug', 'title: B\nslug: First', 3, /already leads to/],
    ['an alias that is a title', 'title: B\naliases:\n  - Old\n  - First', 5, /#First already leads to/],
    ['an alias of its own', 'title: B\naliases: [B]', 3, /twice/],
    ['a title of signs', 'title: "???"', 2, /Write a `slug:`/],
    ['a slug the page uses', 'title: B\nslug: content', 3, /page itself uses/],
    ['a slug with spaces', 'title: B\nslug: a b', 3, /Write letters and digits/],
    [
      'one speaker for a list',
      'title: B\nspeakers: Leilani',
      3,
      /`speakers` must be a list, each entry on a line of its own/,
    ],
    ['a day nobody has', 'title: B\ndate: 2025-02-30', 3, /year-month-day/],
    ['a duration in words', 'title: B\nduration: an hour', 3, /minutes and seconds/],
    ['YAML that is none', 'title: A: B', 2, /colon.*quotation marks/],
    ['a transcript that is not there', 'title: B\ntranscript: b.vtt', 3, /no file b\.vtt/],
  ]
  const cases: [rule: string, files: Record<string, string | null>, place: string, message: RegExp][] = [
    [
      'no id',
      { 'c/01-w/02-b.md': '---\ntitle: B\n---\n' },
      'c/01-w/02-b.md:2',
      /`videoId` is missing\. Write `videoId:` and: The address of the video/,
    ],
    [
      'a wrong id',
      { 'c/01-w/02-b.md': '---\ntitle: B\nvideoId: abc\n---\n' },
      'c/01-w/02-b.md:3',
      /“abc” is no video on YouTube\. Paste/,
    ],
    [
      'a number for an id',
      { 'c/01-w/02-b.md': '---\ntitle: B\nvideoId: 12345678901\n---\n' },
      'c/01-w/02-b.md:3',
      /must be text; put it in quotation marks/,
    ],
    ['an empty week title', { 'c/01-w/index.md': group("' '") }, 'c/01-w/index.md:2', /`title` is empty/],
    ['no title of a cohort', { 'c/index.md': '---\n---\n' }, 'c/index.md:1', /`title` is missing/],
    ['no index of a week', { 'c/01-w/index.md': null }, 'c/01-w/index.md:1', /missing.*title/],
    ['no index of a cohort', { 'c/index.md': null }, 'c/index.md:1', /missing.*title/],
    [
      'an unknown field of a week',
      { 'c/01-w/index.md': '---\ntitle: W\norder: 2\n---\n' },
      'c/01-w/index.md:3',
      /`order` is no field here\. Known here: title\./,
    ],

    ['no fields at all', { 'c/01-w/02-b.md': 'Just words.' }, 'c/01-w/02-b.md:1', /begin with a line of ---/],
    [
      'a transcript without its first line',
      { 'c/01-w/01-a.vtt': '00:01.000 --> 00:02.000\nHi' },
      'c/01-w/01-a.vtt:1',
      /WEBVTT/,
    ],
    [
      'a time that cannot be read',
      { 'c/01-w/01-a.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\n00:zz --> 00:03.000\nHo' },
      'c/01-w/01-a.vtt:6',
      /cannot be read/,
    ],
    [
      'a transcript that says nothing',
      { 'c/01-w/01-a.vtt': 'WEBVTT\n' },
      'c/01-w/01-a.vtt:1',
      /says nothing/,
    ],
    [
      'a transcript of no video',
      { 'c/01-w/09-z.vtt': 'WEBVTT\n' },
      'c/01-w/09-z.vtt:1',
      /Nothing reads this file/,
    ],
    [
      'a file in the wrong place',
      { 'c/stray.md': video('title: B') },
      'c/stray.md:1',
      /Nothing reads this file/,
    ],
    ['a name with capitals', { 'c/01-w/02-B.md': video('title: B') }, 'c/01-w/02-B.md:1', /a–z/],
    [
      'a video that differs from another of its week by its number alone',
      { 'c/01-w/02-a.md': video('title: B') },
      'c/01-w/02-a.md:2',
      /differs from src\/content\/playlist\/c\/01-w\/01-a\.md:2 by its number alone.*another name/,
    ],
    [
      'a week that differs from another of its cohort by its number alone',
      { 'c/02-w/index.md': group('Second'), 'c/02-w/01-b.md': video('title: B') },
      'c/02-w/index.md:2',
      /differs from src\/content\/playlist\/c\/01-w\/index\.md:2 by its number alone/,
    ],
    [
      'a cohort that differs from another by its number alone',
      {
        '18-c/index.md': group('Eighteen'),
        '18-c/01-x/index.md': group('X'),
        '18-c/01-x/01-b.md': video('title: B'),
      },
      'c/index.md:2',
      /differs from src\/content\/playlist\/18-c\/index\.md:2 by its number alone/,
    ],
    [
      'names that are too long to keep progress under',
      { [`c/01-w/02-${'b'.repeat(197)}.md`]: video('title: B') },
      `c/01-w/02-${'b'.repeat(197)}.md:2`,
      /longer than 200 characters.*Shorten/,
    ],
    [
      'a title that a video of an older cohort has: told of the newer one, since people have the older address',
      {
        'd/index.md': group('Newer'),
        'd/01-w/index.md': group('W'),
        'd/01-w/01-a.md': video('title: First'),
      },
      'd/01-w/01-a.md:2',
      /#first already leads to src\/content\/playlist\/c\/01-w\/01-a\.md:2/i,
    ],
    [
      'captions of another kind',
      { 'c/01-w/01-a.srt': '1\n00:00:01,000 --> 00:00:02,000\nAloha' },
      'c/01-w/01-a.srt:1',
      /WebVTT file with its video’s name\. Download it as \.vtt/,
    ],
  ]

  test.each(inFields)('%s', async (_, fields, line, message) => {
    const problems = await problemsOf({ ...sound, 'c/01-w/02-b.md': video(fields) })
    expect(problems).toEqual([
      { place: `c/01-w/02-b.md:${line}`, message: expect.stringMatching(message) as string },
    ])
  })

  test.each(cases)('%s', async (_, files, place, message) => {
    const problems = await problemsOf({ ...sound, ...files })
    expect(problems).toEqual([{ place, message: expect.stringMatching(message) as string }])
  })

  test('everything is told at once, in the order of the files', async () => {
    const problems = await problemsOf({
      ...sound,
      'c/01-w/02-b.md': video('title: First\nspeaker: X\nduration: x'),
      'c/01-w/03-c.md': video("title: ''"),
    })
    expect(problems.map(({ place }) => place)).toEqual([
      'c/01-w/02-b.md:3',
      'c/01-w/02-b.md:4',
      'c/01-w/03-c.md:2',
    ])
  })

  test('the message is the one of all content: how many there are, where, and the line itself', async () => {
    const files = { ...sound, 'c/01-w/02-b.md': video('title: B\nspeaker: Ana'), 'c/index.md': null }
    const { problems } = await read(files)
    expect(render(inOrder(problems))).toBe(
      [
        '2 mistakes in the content:',
        '',
        '  src/content/playlist/c/01-w/02-b.md:3:1',
        '    3 | speaker: Ana',
        '    `speaker` is no field here. Did you mean `speakers`?',
        '',
        '  src/content/playlist/c/index.md:1:1',
        '    This file is missing. It holds the title that members read: a line of ---, title: …, and ---.',
        '',
      ].join('\n'),
    )
  })
})

test('what is right is read in the order of the numbers, the newest cohort first', async () => {
  const { cohorts, problems } = await read({
    ...sound,
    'c/10-z/index.md': group('Tenth'),
    'c/10-z/01-k.md': video('title: K'),
    'c/9-y/index.md': group('Ninth'),
    'c/9-y/10-m.md': video('title: M'),
    'c/9-y/2-l.md': video(
      'title: L\nslug: Ell\naliases: [Old-L]\nspeakers: [Ana]\ndate: 2025-06-02\nduration: 1:02:03',
      'See **this**.',
    ),
    'd/index.md': group('Newer'),
    'd/1-w/index.md': group('W'),
    'd/1-w/1-n.md': video('title: N'),
    'd/1-w/1-n.vtt': 'WEBVTT\n\n00:01:02.500 --> 00:01:04.000\n<v Ana>Aloha &amp;\nwelcome',
  })
  expect(problems).toEqual([])
  expect(cohorts.map(({ title }) => title)).toEqual(['Newer', 'Cohort'])
  expect(cohorts[1]?.weeks.map(({ title }) => title)).toEqual(['Week', 'Ninth', 'Tenth'])
  expect(cohorts[1]?.weeks[1]?.videos.map(({ title }) => title)).toEqual(['L', 'M'])
  expect(cohorts[1]?.weeks[1]?.videos[0]).toEqual({
    path: 'c/9-y/2-l',
    title: 'L',
    fragment: 'Ell',
    aliases: ['Old-L'],
    videoId: 'aaaaaaaaaaa',
    speakers: ['Ana'],
    date: '2025-06-02',
    published: null,
    durationSeconds: 3723,
    description: '<p>See **this**.</p>',
    text: 'See this.',
    cues: [],
  })
  expect(cohorts[0]?.weeks[0]?.videos[0]?.cues).toEqual([
    { seconds: 62.5, speaker: 'Ana', text: 'Aloha & welcome' },
  ])
})

test('Cohort 17 has 35 videos in thirteen weeks and a Demo Day', async () => {
  const { cohorts } = await readPlaylist(join(PROGRAMME, 'playlist'), 'playlist', plain)
  const [cohort] = cohorts
  expect(cohort?.title).toBe('Cohort 17')
  expect(cohort?.weeks.map(({ title }) => title)).toEqual([
    ...Array.from({ length: 13 }, (_, week) => `Week ${week}`),
    'Demo Day',
  ])
  expect(cohort?.weeks.map(({ videos }) => videos.length)).toEqual([3, 4, 2, 3, 3, 3, 2, 3, 3, 3, 1, 2, 1, 2])
  expect(cohort?.weeks.flatMap(({ videos }) => videos)).toHaveLength(35)
})

function group(title: string): string {
  return `---\ntitle: ${title}\n---\n`
}

function video(fields: string, body = ''): string {
  return `---\n${fields}\nvideoId: aaaaaaaaaaa\n---\n\n${body}\n`
}

async function problemsOf(files: Record<string, string | null>) {
  const { problems } = await read(files)
  return inOrder(problems).map(({ file, line, message }) => ({
    place: `${file.replace('src/content/playlist/', '')}:${line}`,
    message,
  }))
}

async function read(files: Record<string, string | null>) {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-playlist-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      if (content === null) continue
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    return await readPlaylist(folder, 'src/content/playlist', plain)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function plain(markdown: string): Promise<string> {
  return Promise.resolve(`<p>${markdown}</p>`)
}

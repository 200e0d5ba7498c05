import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readContent } from '#src/content-check/content.ts'
import { PLAYLIST, readPlaylist } from '#src/content-check/playlist.ts'
import { findVideo, adjacentVideo } from '#src/islands/playlist/tree.ts'
import { cueIndexAt, type CohortView } from '#src/shared/playlist/view.ts'
import { useFolder } from '../support/folder.ts'

const folder = useFolder()

test('the playlist is read in numeric order', async () => {
  const { cohorts, problems } = await read({
    'c/index.md': group('Cohort'),
    'c/01-w/index.md': group('Week'),
    'c/01-w/01-a.md': video('title: First'),
    'c/10-z/index.md': group('Tenth'),
    'c/10-z/01-k.md': video('title: K'),
    'c/9-y/index.md': group('Ninth'),
    'c/9-y/10-m.md': video('title: M'),
    'c/9-y/2-l.md': video(
      'title: L\nslug: Ell\naliases: [Old-L]\nspeakers: [Ana]\ndate: 2025-06-02\nduration: 1:02:03',
      '-\u00a0See **this**.',
    ),
    'd/index.md': group('Newer'),
    'd/1-w/index.md': group('W'),
    'd/1-w/1-n.md': video('title: N'),
    'd/1-w/1-n.vtt':
      'WEBVTT\r\r\n\u00a0\r\r\n\u200e00:01:02.500 --> 00:01:04.000\r\r\n<v Ana>Aloha &amp;\r\r\nwelcome',
  })
  expect(problems).toEqual([])
  expect(cohorts.map(({ title }) => title)).toEqual(['Newer', 'Cohort'])
  expect(cohorts[1]?.weeks.map(({ title }) => title)).toEqual(['Week', 'Ninth', 'Tenth'])
  expect(cohorts[1]?.weeks[1]?.videos.map(({ title }) => title)).toEqual(['L', 'M'])
  expect(cohorts[1]?.weeks[1]?.videos[0]).toEqual({
    path: 'c/9-y/2-l',
    audience: [],
    title: 'L',
    fragment: 'Ell',
    aliases: ['Old-L'],
    videoId: 'aaaaaaaaaaa',
    speakers: ['Ana'],
    date: '2025-06-02',
    published: null,
    durationSeconds: 3723,
    description: '- See **this**.',
    text: 'See this.',
    cues: [],
  })
  expect(cohorts[0]?.weeks[0]?.videos[0]?.cues).toEqual([
    { seconds: 62.5, speaker: 'Ana', text: 'Aloha & welcome' },
  ])
})

describe('the list of videos', () => {
  const video = (path: string, title: string, aliases: string[] = []) => ({
    path,
    title,
    fragment: title,
    aliases,
  })
  const [one, two, three] = [
    video('c/1/a', 'One'),
    video('c/1/b', 'Two', ['Old-Two']),
    video('c/2/c', 'Three'),
  ]
  const weeks = [{ videos: [one, two] }, { videos: [three] }]
  const cohorts = [
    { path: 'c', weeks },
    { path: 'b', weeks: null },
  ] as unknown as CohortView[]

  test.each([
    ['two', 'Two'],
    ['old-two', 'Two'],
    ['Four', undefined],
  ])('finds by %s the video %s', (fragment, title) => {
    expect(findVideo(cohorts, fragment)?.title).toBe(title)
  })

  test('finds the previous and next video across weeks', () => {
    const next = [one, two, three].map((from) => adjacentVideo(cohorts, from as never, 1)?.path)
    expect(next).toEqual(['c/1/b', 'c/2/c', undefined])
    expect(adjacentVideo(cohorts, one as never, -1)).toBeNull()
  })
})

test.each([
  [null, -1],
  [0, -1],
  [5, 0],
  [9.9, 0],
  [10, 1],
])('at %s seconds the transcript is at line %i', (seconds, line) => {
  const cues = [5, 10].map((at) => ({ seconds: at, speaker: null, text: '' }))
  expect(cueIndexAt(cues, seconds)).toBe(line)
})

function group(title: string): string {
  return `---\ntitle: ${title}\n---\n`
}

function video(fields: string, body = ''): string {
  return `---\n${fields}\nvideoId: aaaaaaaaaaa\n---\n\n${body}\n`
}

async function read(files: Record<string, string>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, PLAYLIST, name)), { recursive: true })
    await writeFile(join(folder, PLAYLIST, name), content)
  }
  return readPlaylist(readContent(folder))
}

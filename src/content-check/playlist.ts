import { dirname } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { markdownToHtml } from 'satteri'
import { toFragment } from '../shared/playlist/fragment.ts'
import type { Audience } from '../shared/audience.ts'
import type { Cohort, Cue, Video } from '../shared/playlist/cohort.ts'
import { parseClockTime } from '../shared/playlist/times.ts'
import { NOT_READ, type Content, type FileOf } from './content.ts'
import { fragmentProblems, keyProblems } from './playlist-names.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readText } from './read-file.ts'
import { readTranscript } from './transcript.ts'

export const PLAYLIST = 'src/content/playlist'

/**
 * Every cohort, the newest first, with descriptions in Markdown; and the mistakes between their files, and in transcripts.
 * Videos with mistakes of their own are left out.
 */
export function readPlaylist(content: Content): { cohorts: Cohort[]; problems: ContentProblem[] } {
  const files = content.files.filter((file) => file.kind === 'video')
  const groups = content.files.filter((file) => file.kind === 'cohort' || file.kind === 'week')
  const folderOf = new Map(groups.map(({ source, data }) => [dirname(pathOf(source.file)), data]))
  // Of a folder, and of those around it.
  const audienceOf = (path: string): Audience => {
    if (!path || path === '.') return []
    const names = folderOf.get(path)?.for
    return [...audienceOf(dirname(path)), ...(names ? [names] : [])]
  }
  const groupAt = (path: string) => ({
    path,
    title: folderOf.get(path)?.title ?? '',
    audience: audienceOf(path),
  })
  const transcripts = new Map(files.map((file) => [file, findTranscript(file, content)]))
  const videos = files
    .sort((a, b) => byNumber(a.source.file, b.source.file))
    .flatMap((file) =>
      readVideo(file, transcripts.get(file)?.cues ?? [], audienceOf(dirname(pathOf(file.source.file)))),
    )

  const folders = new Set([...groups, ...files].map(({ source }) => dirname(pathOf(source.file))))
  const weeks = [...folders]
    .filter((folder) => folder.includes('/'))
    .sort(byNumber)
    .map((path) => ({ ...groupAt(path), videos: videos.filter((video) => dirname(video.path) === path) }))
  const cohorts = [...new Set([...folders].map((folder) => folder.replace(/\/.*/, '')))]
    .sort(byNumber)
    .map((path) => ({ ...groupAt(path), weeks: weeks.filter((week) => dirname(week.path) === path) }))

  const sources = new Map([...groups, ...files].map(({ source }) => [pathOf(source.file), source]))
  const found = [...transcripts.values()]
  const unused = content.transcripts.filter((file) => !found.some(({ files }) => files.includes(file)))
  const untitled = [...weeks, ...cohorts].filter(({ path }) => !folderOf.has(path))
  return {
    cohorts: cohorts.toReversed(),
    problems: [
      ...found.flatMap((transcript) => transcript.problems),
      ...unused.map((file) => problemAt(file, '', 1, NOT_READ)),
      ...untitled.map(({ path }) => problemAt(`${PLAYLIST}/${path}/index.md`, '', 1, NO_TITLE)),
      ...fragmentProblems(cohorts, sources),
      ...keyProblems(cohorts, sources),
    ],
  }
}

function pathOf(file: string): string {
  return file.slice(PLAYLIST.length + 1).replace(/\.md$/, '')
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare

function readVideo({ data, source, body }: FileOf<'video'>, cues: Cue[], around: Audience): Video[] {
  if (!data) return []
  const { slug, title, date = null, published = null, duration, transcript: _, for: names, ...fields } = data
  return [
    {
      ...fields,
      path: pathOf(source.file),
      title,
      audience: names ? [...around, names] : around,
      fragment: slug ?? toFragment(title),
      date,
      published,
      durationSeconds: duration === undefined ? null : parseClockTime(duration),
      description: body,
      text: plainText(body),
      cues,
    },
  ]
}

function plainText(markdown: string): string {
  const { html } = markdownToHtml(markdown)
  return DomUtils.textContent(parseDocument(html).children).replace(/\s+/g, ' ').trim()
}

function findTranscript({ data, source }: FileOf<'video'>, { root, transcripts }: Content): Transcript {
  const beside = ['vtt', 'srt'].map((ending) => source.file.replace(/md$/, ending))
  // A file that can’t be read may name its transcript.
  if (!data) return { files: beside, cues: [], problems: [] }
  const named = data.transcript && `${dirname(source.file)}/${data.transcript}`
  const file = (named ? [named] : beside).find((each) => transcripts.includes(each))
  if (file === undefined) {
    const message = `${data.transcript} isn’t in this folder. Add the file, or delete this line.`
    return { files: [], cues: [], problems: named ? [source.problem(['transcript'], message)] : [] }
  }
  const { text, problems } = readText(root, file)
  if (problems.length > 0) return { files: [file], cues: [], problems }
  const { cues, mistakes } = readTranscript(text)
  return {
    files: [file],
    cues,
    problems: mistakes.map(({ line, message }) => problemAt(file, text, line, message)),
  }
}

interface Transcript {
  files: string[]
  cues: Cue[]
  problems: ContentProblem[]
}

const NO_TITLE =
  'This file is missing. It holds the title that members see. Create it with three lines: ---, title: …, and ---.'

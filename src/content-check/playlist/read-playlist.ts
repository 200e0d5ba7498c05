import { dirname, join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { markdownToHtml } from 'satteri'
import type { z } from 'zod'
import { groupSchema, videoSchema, type VideoFields } from '../../schemas/playlist.ts'
import { toFragment } from '../../shared/playlist/fragment.ts'
import type { Cohort, Video } from '../../shared/playlist/cohort.ts'
import { secondsOfClock } from '../../shared/playlist/times.ts'
import { problemAt, type ContentProblem } from '../problem.ts'
import { readFile } from '../read-file.ts'
import { listVisibleFiles, readText } from '../read-text.ts'
import type { Source } from '../source.ts'
import { checkFileNames, isVideo } from './file-names.ts'
import { readTranscript } from './transcript.ts'
import { checkFragments, checkKeys } from './unique.ts'

export const PLAYLIST = 'src/content/playlist'

/**
 * Reads every cohort of a repository, with every problem. Videos with problems are left out of the cohorts.
 *
 * @param render turns a description into HTML; without it, it stays Markdown.
 */
export async function readPlaylist(root: string, render = plain): Promise<Playlist> {
  const read = reading(root, render)
  const { files, sources, texts } = read
  const cohorts: Cohort[] = []
  for (const cohort of foldersIn(files, '').reverse()) {
    const weeks: Cohort['weeks'] = []
    for (const week of foldersIn(files, `${cohort}/`)) {
      weeks.push({ path: week, title: readTitle(read, week), videos: await readVideos(read, week) })
    }
    cohorts.push({ path: cohort, title: readTitle(read, cohort), weeks })
  }
  const named = checkFileNames(files, read.linked).map(([path, message]) => wholeFile(path, message))
  const unique = [...checkFragments(cohorts, sources), ...checkKeys(cohorts, sources)]
  return { cohorts, problems: [...read.problems, ...named, ...unique], texts }
}

interface Playlist {
  cohorts: Cohort[]
  problems: ContentProblem[]
  /** The full text of each video’s file. */
  texts: { file: string; text: string }[]
}

type Render = (markdown: string, file: string) => Promise<string>
const plain: Render = (markdown) => Promise.resolve(markdown)

/** The state that the functions below share while they read one playlist. */
function reading(root: string, render: Render) {
  const files = listVisibleFiles(join(root, PLAYLIST))
  const problems: ContentProblem[] = []
  const texts: Playlist['texts'] = []
  // By the path of a cohort, a week or a video.
  const sources = new Map<string, Source>()
  // Transcripts that belong to a video.
  const linked = new Set<string>()
  return { root, render, files, problems, texts, sources, linked }
}

type Reading = ReturnType<typeof reading>

/** The folders directly below a path, in the order of numbers: `9-…` before `10-…`. */
function foldersIn(files: readonly string[], path: string): string[] {
  const names = files
    .filter((file) => file.startsWith(path))
    .map((file) => file.slice(path.length).split('/'))
    .flatMap(([name = '', ...below]) => (below.length > 0 ? [path + name] : []))
  return [...new Set(names)].sort(byNumber)
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare

async function readVideos(read: Reading, week: string): Promise<Video[]> {
  const files = read.files.filter((file) => dirname(file) === week && isVideo(file))
  const videos = await Promise.all(files.sort(byNumber).map((file) => readVideo(read, file)))
  return videos.filter((video) => video !== null)
}

async function readVideo(read: Reading, file: string): Promise<Video | null> {
  const path = file.replace(/\.md$/, '')
  const { data, source, text, body = '' } = readEntry(read, file, videoSchema)
  if (!data) {
    // The file may name its transcript in a field that can’t be read, so the one beside it counts as used.
    read.linked.add(`${path}.vtt`).add(`${path}.srt`)
    return null
  }
  read.sources.set(path, source)
  read.texts.push({ file: source.file, text })
  return {
    path,
    title: data.title,
    fragment: data.slug ?? toFragment(data.title),
    aliases: data.aliases,
    videoId: data.videoId,
    speakers: data.speakers,
    date: data.date ?? null,
    published: data.published ?? null,
    durationSeconds: data.duration === undefined ? null : secondsOfClock(data.duration),
    description: body ? await read.render(body, source.file) : '',
    text: plainText(body),
    cues: readCues(read, file, data, source),
  }
}

/** Markdown as plain text, for search. */
function plainText(markdown: string): string {
  const { html } = markdownToHtml(markdown)
  return DomUtils.textContent(parseDocument(html).children).replace(/\s+/g, ' ').trim()
}

/** Reads the transcript that the video names, or the one with the video’s file name. */
function readCues(read: Reading, file: string, { transcript }: VideoFields, source: Source) {
  const paths = transcript
    ? [`${dirname(file)}/${transcript}`]
    : ['.vtt', '.srt'].map((ending) => file.replace(/\.md$/, ending))
  const path = paths.find((each) => read.files.includes(each))
  if (path === undefined) {
    const message = `${transcript} isn’t in this folder. Add the file, or delete this line.`
    if (transcript) read.problems.push(source.problem(['transcript'], message))
    return []
  }
  read.linked.add(path)
  const shown = `${PLAYLIST}/${path}`
  const { text, problem } = readText(read.root, shown)
  const { cues, mistakes } = problem ? { cues: [], mistakes: [] } : readTranscript(text)
  if (problem) read.problems.push(problem)
  read.problems.push(...mistakes.map(({ line, message }) => problemAt(shown, text, line, message)))
  return cues
}

function readTitle(read: Reading, folder: string): string {
  const file = `${folder}/index.md`
  if (!read.files.includes(file)) {
    read.problems.push(wholeFile(file, NO_TITLE))
    return ''
  }
  const { data, source } = readEntry(read, file, groupSchema)
  if (data) read.sources.set(folder, source)
  return data?.title ?? ''
}

/** Reads a Markdown file of the playlist and collects its problems. */
function readEntry<Schema extends z.ZodType>(read: Reading, file: string, schema: Schema) {
  const found = readFile(read.root, `${PLAYLIST}/${file}`, schema)
  read.problems.push(...found.problems)
  return found
}

function wholeFile(path: string, message: string): ContentProblem {
  return problemAt(`${PLAYLIST}/${path}`, '', 1, message)
}

const NO_TITLE =
  'This file is missing. It holds the title that members see. Create it with three lines: ---, title: …, and ---.'

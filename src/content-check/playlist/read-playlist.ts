import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { readFrontMatter } from '../front-matter.ts'
import { problemsOf } from '../issues.ts'
import { problemAt, type Problem } from '../problem.ts'
import { readText } from '../read-text.ts'
import type { Source } from '../source.ts'
import { groupSchema, videoSchema, type VideoFields } from '../../schemas/playlist.ts'
import { toFragment } from '../../shared/playlist/fragment.ts'
import type { Cohort, Video, Week } from '../../shared/playlist/model.ts'
import { secondsOfClock } from '../../shared/playlist/times.ts'
import { checkFiles } from './check-files.ts'
import { checkFragments } from './check-fragments.ts'
import { checkKeys } from './check-keys.ts'
import { readFolders } from './folders.ts'
import { readTranscript } from './transcript.ts'

/**
 * Reads every cohort below a folder, and everything that is wrong there; with anything wrong, cohorts lack what could not
 * be read.
 *
 * @param shownAs how the folder is called in problems: `src/content/playlist`.
 * @param render turns a description into HTML.
 */
export async function readPlaylist(folder: string, shownAs: string, render: Render): Promise<Playlist> {
  const problems: Problem[] = []
  const files = await filesBelow(folder)
  const read: Reading = {
    files: new Set(files),
    folder: readFolders(files),
    open: (path) => openText(read, folder, path),
    render,
    nameOf: (path) => `${shownAs}/${path}`,
    problems,
    sources: new Map(),
    spoken: new Set(),
    texts: [],
  }

  const cohorts: Cohort[] = []
  for (const path of read.folder('').folders.reverse()) {
    cohorts.push({ path, title: readTitle(read, path), weeks: await readWeeks(read, path) })
  }
  for (const { path, message } of checkFiles(read.files, read.spoken)) refuse(read, path, message)
  problems.push(...checkFragments(cohorts, read.sources), ...checkKeys(cohorts, read.sources))
  return { cohorts, problems, texts: read.texts }
}

interface Playlist {
  cohorts: Cohort[]
  problems: Problem[]
  /** The videos’ files, whole. */
  texts: { file: string; text: string }[]
}

type Render = (markdown: string, path: string) => Promise<string>

/** What the functions below share while one playlist is read. */
interface Reading {
  files: ReadonlySet<string>
  folder: ReturnType<typeof readFolders>
  /** null when it is no text, which is noted. */
  open: (path: string) => string | null
  render: Render
  /** How a file is called in problems. */
  nameOf: (path: string) => string
  problems: Problem[]
  /** By the path of a cohort, a week or a video: its fields, and where they stand. */
  sources: Map<string, Source>
  /** Transcripts that belong to a video. */
  spoken: Set<string>
  texts: Playlist['texts']
}

function openText({ nameOf, problems }: Reading, folder: string, path: string): string | null {
  const read = readText(join(folder, path), nameOf(path))
  if (read.ok) return read.text
  problems.push(read.problem)
  return null
}

async function readWeeks(read: Reading, cohort: string): Promise<Week[]> {
  const weeks: Week[] = []
  for (const name of read.folder(cohort).folders) {
    const path = `${cohort}/${name}`
    weeks.push({ path, title: readTitle(read, path), videos: await readVideos(read, path) })
  }
  return weeks
}

async function readVideos(read: Reading, week: string): Promise<Video[]> {
  const files = read.folder(week).files.filter((file) => file.endsWith('.md') && file !== 'index.md')
  const videos = await Promise.all(files.map((file) => readVideo(read, `${week}/${file}`)))
  return videos.filter((video) => video !== null)
}

async function readVideo(read: Reading, file: string): Promise<Video | null> {
  const path = file.replace(/\.md$/, '')
  const found = readFields(read, file, videoSchema)
  if (!found) {
    // Whatever else its fields may say of a transcript, the one beside it is not a stranger.
    read.spoken.add(`${path}.vtt`)
    return null
  }
  const { fields, body, source, text } = found
  read.sources.set(path, source)
  read.texts.push({ file: read.nameOf(file), text })
  return {
    path,
    title: fields.title,
    fragment: fields.slug ?? toFragment(fields.title),
    aliases: fields.aliases,
    videoId: fields.videoId,
    speakers: fields.speakers,
    date: fields.date ?? null,
    published: fields.published ?? null,
    durationSeconds: fields.duration === undefined ? null : secondsOfClock(fields.duration),
    description: body ? await read.render(body, file) : '',
    text: plainText(body),
    cues: await readCues(read, file, fields, source),
  }
}

/** What Markdown says, without its signs: for search. */
function plainText(markdown: string): string {
  return markdown
    .replace(/<[^>]+>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d+\.)[ \t]+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A transcript is named, or has the video's own name. */
async function readCues(
  read: Reading,
  file: string,
  fields: VideoFields,
  source: Source,
): Promise<Video['cues']> {
  const beside = fields.transcript ?? basename(file).replace(/\.md$/, '.vtt')
  const path = `${dirname(file)}/${beside}`
  if (!read.files.has(path)) {
    if (fields.transcript) {
      const message = `There is no file ${beside} in this folder. Add it, or take the line out.`
      read.problems.push(source.problem(['transcript'], message))
    }
    return []
  }
  read.spoken.add(path)
  const text = read.open(path)
  if (text === null) return []
  const transcript = await readTranscript(text)
  if (transcript.ok) return transcript.cues
  read.problems.push(problemAt(read.nameOf(path), text, transcript.line, transcript.message))
  return []
}

function readTitle(read: Reading, folder: string): string {
  const file = `${folder}/index.md`
  if (!read.files.has(file)) {
    refuse(
      read,
      file,
      'This file is missing. It holds the title that members read: a line of ---, title: …, and ---.',
    )
    return ''
  }
  const found = readFields(read, file, groupSchema)
  if (found) read.sources.set(folder, found.source)
  return found?.fields.title ?? ''
}

function readFields<Schema extends z.ZodObject>(read: Reading, file: string, schema: Schema) {
  const text = read.open(file)
  if (text === null) return null
  const front = readFrontMatter(read.nameOf(file), text)
  if (!front.ok) {
    read.problems.push(...front.problems)
    return null
  }
  const { source, body } = front
  const parsed = schema.safeParse(source.value)
  if (parsed.success) return { fields: parsed.data, body, source, text }
  read.problems.push(...problemsOf(source, schema))
  return null
}

/** What is wrong with a file or folder as a whole. */
function refuse({ problems, nameOf }: Reading, path: string, message: string): void {
  problems.push(problemAt(nameOf(path), '', 1, message))
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const start = folder.replace(/\/$/, '').length + 1
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(start))
    .sort()
}

import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { contentKinds } from '../schemas/files.ts'
import { problemAt, type Problem } from './problem.ts'

const FOLDER = 'src/content'

/** What lies where nothing is read by a list of its own: videos, announcements, and what commands of ours write. */
const READ_ELSEWHERE =
  /^src\/content\/(?:playlist\/.*|announcements\/[^/]+|schemas\/[^/]+|embed-health\.json)$/

/** Files below the content's folder that nothing reads: whoever put them there believes that members see them. */
export function strayFiles(root: string): Problem[] {
  const kinds = contentKinds([])
  const isRead = (file: string) =>
    kinds.some((kind) => ('file' in kind ? kind.file === file : dirOf(file) === kind.folder))
  return filesIn(root)
    .filter((file) => !isRead(file) && !READ_ELSEWHERE.test(file))
    .map((file) => problemAt(file, '', 1, STRAY))
}

function filesIn(root: string): string[] {
  const folder = join(root, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.split('/').some((name) => name.startsWith('.')))
}

function dirOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'))
}

const STRAY =
  'Nothing reads a file here. Pages lie in src/content/pages itself, events in src/content/events, announcements in src/content/announcements, videos in src/content/playlist/<cohort>/<week>: move it, or delete it.'

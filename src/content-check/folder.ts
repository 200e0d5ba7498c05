import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import type { z } from 'zod'
import { contentKinds, type ContentKind } from '../schemas/files.ts'
import { foldText } from '../shared/search-text.ts'
import { problemAt, type ContentProblem } from './problem.ts'
import { readFile, type ReadFile } from './read-file.ts'
import { listVisibleFiles } from './read-text.ts'

/** Reads every content file of a repository, except the playlist’s, and reports every mistake in them. */
export function readFolder(root: string): { files: ContentFile[]; problems: ContentProblem[] } {
  const kinds: readonly ContentKind[] = contentKinds
  const present = listVisibleFiles(join(root, 'src/content')).map((name) => `src/content/${name}`)
  const files: ContentFile[] = []
  const problems = kinds.flatMap((kind) =>
    'file' in kind && !present.includes(kind.file) ? [problemAt(kind.file, '', 1, MISSING)] : [],
  )
  for (const file of present.filter((each) => !READ_ELSEWHERE.test(each))) {
    const kind = kinds.find((each) => ('file' in each ? each.file === file : each.folder === dirname(file)))
    const message = kind ? nameMistake(file, kind) : STRAY
    if (message || !kind) problems.push(problemAt(file, '', 1, message ?? STRAY))
    else {
      const read = readFile(root, file, kind.schema)
      files.push({ ...read, kind: kind.name, id: parse(file).name } as ContentFile)
      problems.push(...read.problems)
    }
  }
  return { files, problems }
}

/** Videos, which `readPlaylist` reads, and the logo. */
const READ_ELSEWHERE = /^src\/content\/(?:playlist\/.*|logo\.(?:svg|png))$/

const MISSING = 'This file is missing. Restore it from the project’s history.'
const STRAY =
  'The portal reads no files in this folder. Pages go directly into src/content/pages, events into src/content/events, announcements into src/content/announcements, videos into src/content/playlist/<cohort>/<week>. Move this file, or delete it.'

/** The message for a file with a wrong name or ending; null when the name is right. */
function nameMistake(file: string, kind: ContentKind): string | null {
  const [stem = ''] = basename(file).split('.')
  const wanted = `${plainName(stem)}.${kind.name === 'announcement' ? 'md' : 'yaml'}`
  if ('file' in kind || basename(file) === wanted) return null
  return `The portal reads only files such as ${wanted} in this folder, with lowercase letters, digits and hyphens. Rename this file, or move it.`
}

/** A name in lowercase letters, digits and hyphens, as addresses need. */
export function plainName(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Addresses that `src/pages` takes, and those of its pages; a page from YAML can’t use a taken one. */
export function ownPages(root: string): Record<'taken' | 'pages', ReadonlySet<string>> {
  const folder = join(root, 'src/pages')
  const own = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !/^[[_]/.test(name))
  const pathOf = (name: string) => (name === 'index.astro' ? '/' : `/${parse(name).name}`)
  return {
    taken: new Set(['/index', ...own.map(pathOf)]),
    pages: new Set(own.filter((name) => name.endsWith('.astro')).map(pathOf)),
  }
}

export type OwnPages = ReturnType<typeof ownPages>

type FileOf<Kind> = Kind extends ContentKind
  ? ReadFile<z.output<Kind['schema']>> & {
      kind: Kind['name']
      /** The file’s name without its ending. */
      id: string
    }
  : never

export type ContentFile = FileOf<(typeof contentKinds)[number]>

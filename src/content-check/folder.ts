import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import type { z } from 'zod'
import { announcementSchema } from '../schemas/announcement.ts'
import { contentKinds, type ContentKind, type Pack } from '../schemas/files.ts'
import { foldText } from '../shared/playlist/fragment.ts'
import { problemAt, type Problem } from './problem.ts'
import { readFile, type ReadFile } from './read-file.ts'
import { filesBelow } from './read-text.ts'

/** Every content file of a repository but the playlist's, each read once, and everything that is wrong in them. */
export function readFolder(
  root: string,
  packs: readonly Pack[],
): { files: ContentFile[]; problems: Problem[] } {
  const kinds: readonly ContentKind[] = [...contentKinds(packs), ANNOUNCEMENT]
  const present = filesBelow(join(root, 'src/content')).map((name) => `src/content/${name}`)
  const files: ContentFile[] = []
  const problems = kinds.flatMap((kind) =>
    'file' in kind && !present.includes(kind.file) ? [problemAt(kind.file, '', 1, MISSING)] : [],
  )
  for (const file of present.filter((each) => !READ_ELSEWHERE.test(each))) {
    const kind = kinds.find((each) => ('file' in each ? each.file === file : each.folder === dirname(file)))
    const trouble = kind ? misnamed(file, kind) : STRAY
    if (trouble || !kind) problems.push(problemAt(file, '', 1, trouble ?? STRAY))
    else {
      const read = readFile(join(root, file), file, kind.schema)
      files.push({ ...read, kind: kind.name, id: parse(file).name } as ContentFile)
      problems.push(...read.problems)
    }
  }
  return { files, problems }
}

const ANNOUNCEMENT = {
  name: 'announcement',
  folder: 'src/content/announcements',
  schema: announcementSchema,
} as const

/** By lists of their own: videos, and what commands of ours write. */
const READ_ELSEWHERE = /^src\/content\/(?:playlist\/.*|schemas\/[^/]+|embed-health\.json)$/

const MISSING = 'This file is missing. Bring it back from the project’s history.'
const STRAY =
  'Nothing reads a file here. Pages lie in src/content/pages itself, events in src/content/events, announcements in src/content/announcements, videos in src/content/playlist/<cohort>/<week>: move it, or delete it.'

/** What to say of a file whose name no address can be made of, or that is of another kind. */
function misnamed(file: string, kind: ContentKind): string | null {
  const extension = kind.name === ANNOUNCEMENT.name ? 'md' : 'yaml'
  const name = basename(file)
  const known = /(?:\.(?:ya?ml|md|mdx|markdown|vtt|txt))+$/i
  const stem = name.replace(known, '')
  if ('file' in kind || name === `${plainName(stem)}.${extension}`) return null
  if (/\.\w+$/.test(name) && !known.test(name))
    return `Nothing reads this file: only .${extension} files are read here. Move it away; pictures lie in the folder public.`
  return `Files here are named with small letters, digits and hyphens, and .${extension}, as addresses are. Rename it to ${plainName(stem)}.${extension}.`
}

/** With the signs that an address may have. */
export function plainName(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** What stands in `src/pages` by itself, as files and folders and as pages; pages from YAML may not have their addresses. */
export function ownPages(root: string): Record<'taken' | 'pages', ReadonlySet<string>> {
  const folder = join(root, 'src/pages')
  const own = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !name.startsWith('['))
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
      /** Its name without its ending. */
      id: string
    }
  : never

export type ContentFile = FileOf<ReturnType<typeof contentKinds>[number] | typeof ANNOUNCEMENT>

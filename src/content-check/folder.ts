import { existsSync, readdirSync } from 'node:fs'
import { basename, join, parse } from 'node:path'
import { contentKinds, type ContentKind, type Pack } from '../schemas/files.ts'
import { foldText } from '../shared/playlist/fragment.ts'
import type { Problem } from './problem.ts'
import { readText } from './read-text.ts'
import { readSource, type Source } from './source.ts'

/** Every content file of a repository, and what is wrong with the folders themselves. */
export function readFolder(
  root: string,
  packs: readonly Pack[],
): { files: ContentFile[]; problems: Problem[] } {
  const files: ContentFile[] = []
  const problems: Problem[] = []
  for (const kind of contentKinds(packs)) {
    for (const file of filesOf(root, kind)) {
      if (!existsSync(join(root, file))) {
        problems.push(atTop(file, `This file is missing. Bring it back from the project’s history.`))
      } else if ('folder' in kind && !PLAIN_NAME.test(file)) {
        problems.push(atTop(file, misnamed(file, 'yaml')))
      } else {
        files.push({ kind: kind.name, schema: kind.schema, source: readYaml(root, file) })
      }
    }
  }
  return { files, problems }
}

function readYaml(root: string, file: string): Source {
  const read = readText(join(root, file), file)
  return read.ok ? readSource(file, read.text) : { ...readSource(file, ''), problems: [read.problem] }
}

/** What stands in `src/pages` by itself; pages from YAML may not have the same addresses. */
export function ownPages(root: string): OwnPages {
  const folder = join(root, 'src/pages')
  const entries = existsSync(folder) ? readdirSync(folder) : []
  const own = entries.filter((name) => !name.startsWith('['))
  const pathOf = (name: string) => (name === 'index.astro' ? '/' : `/${parse(name).name}`)
  return {
    taken: new Set(['/index', ...own.map(pathOf)]),
    pages: new Set(own.filter((name) => name.endsWith('.astro')).map(pathOf)),
  }
}

function filesOf(root: string, kind: ContentKind): string[] {
  if ('file' in kind) return [kind.file]
  const folder = join(root, kind.folder)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => `${kind.folder}/${name}`)
    .sort()
}

const PLAIN_NAME = /\/[a-z0-9]+(?:-[a-z0-9]+)*\.yaml$/

/** What to say of a file whose name no address can be made of, or that is of another kind. */
export function misnamed(file: string, extension: string): string {
  const name = basename(file)
  const known = /(?:\.(?:ya?ml|md|mdx|markdown|vtt|txt))+$/i
  if (/\.\w+$/.test(name) && !known.test(name))
    return `Nothing reads this file: only .${extension} files are read here. Move it away; pictures lie in the folder public.`
  return `Files here are named with small letters, digits and hyphens, and .${extension}, as addresses are. Rename it to ${plainName(name.replace(known, ''))}.${extension}.`
}

/** With the signs that an address may have. */
export function plainName(name: string): string {
  return foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function atTop(file: string, message: string): Problem {
  return { file, line: 1, column: 1, message, excerpt: '' }
}

export interface ContentFile {
  kind: string
  schema: ContentKind['schema']
  source: Source
}

export interface OwnPages {
  /** Paths of files and folders. */
  taken: ReadonlySet<string>
  /** Paths at which somebody sees a page. */
  pages: ReadonlySet<string>
}

import { existsSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { contentKinds, type ContentKind, type Pack } from '../schemas/files.ts'
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
      } else if ('folder' in kind && !isPageFile(file)) {
        problems.push(atTop(file, misnamed(file)))
      } else {
        const read = readText(join(root, file), file)
        if (!read.ok) problems.push(read.problem)
        files.push({
          kind: kind.name,
          schema: kind.schema,
          source: readSource(file, read.ok ? read.text : ''),
        })
      }
    }
  }
  return { files, problems }
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

function isPageFile(file: string): boolean {
  return /\/[a-z0-9]+(?:-[a-z0-9]+)*\.yaml$/.test(file)
}

function misnamed(file: string): string {
  const wanted = parse(file)
    .name.toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `Files here are named with small letters, digits and hyphens, and .yaml, as addresses are. Rename it to ${wanted}.yaml.`
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

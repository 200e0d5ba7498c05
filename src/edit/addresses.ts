import type { Repository } from '#src/schemas/site.ts'
import { EDIT_PATH } from '#src/shared/paths.ts'

/**
 * The URL that edits a content file: its form in the editor, or GitHub's editor if site.yaml says so.
 *
 * @param file below src/content: `pages/calendar.yaml`.
 */
export function editUrlOf(file: string, { repository, branch, at }: Repository): string {
  if (at === 'github') return `https://github.com/${repository}/edit/${branch}/src/content/${file}`
  return formUrlOf(file)
}

/** Of the file's form; of the editor, where it has none. */
export function formUrlOf(file: string): string {
  for (const [pattern, collection] of COLLECTIONS) {
    if (pattern.test(file)) return `${EDIT_PATH}#/collections/${file.replace(pattern, collection)}`
  }
  return EDIT_PATH
}

const COLLECTIONS = [
  [/^(\w+)\.yaml$/, '_singletons/entries/$1'],
  [/^(pages|events|announcements)\/(.+)\.\w+$/, '$1/entries/$2'],
  [/^playlist\/([^/]+)\/(.+)\.md$/, '$1-videos/entries/$2'],
] as const

/** The repository of site.yaml; in development the project's folder, under its own name. */
export function repositoryOf(edit: Repository | undefined): Repository | undefined {
  if (!import.meta.env.DEV) return edit
  return {
    branch: 'main',
    saves: 'commits',
    ...edit,
    repository: `local/${process.cwd().split(/[\\/]/).at(-1)}`,
    at: 'portal',
  }
}

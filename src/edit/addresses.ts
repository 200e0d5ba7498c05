import type { Repository } from '../schemas/site.ts'
import { EDIT_PATH } from '../shared/paths.ts'

/**
 * The address where editors change a content file: its form at /edit, or GitHub’s editor if `site.yaml` says so.
 *
 * @param file below src/content: `pages/calendar.yaml`.
 */
export function addressOf(file: string, { repository, branch, at }: Repository): string {
  if (at === 'github') return `https://github.com/${repository}/edit/${branch}/src/content/${file}`
  for (const [pattern, collection] of COLLECTIONS) {
    const [, entry] = pattern.exec(file) ?? []
    if (entry) return `${EDIT_PATH}#/collections/${collection}/entries/${entry}`
  }
  return EDIT_PATH
}

/** The collections of ./config.ts. */
const COLLECTIONS = [
  [/^(\w+)\.yaml$/, '_singletons'],
  [/^pages\/(.+)\.yaml$/, 'pages'],
  [/^playlist\/(.+\/index)\.md$/, 'weeks'],
  [/^playlist\/(.+)\.md$/, 'videos'],
  [/^playlist\/(.+)\.vtt$/, 'transcripts'],
] as const

/** The repository from site.yaml; in development, the files of this machine. undefined without one. */
export function repositoryOf(edit: Repository | undefined): Repository | undefined {
  if (!import.meta.env.DEV) return edit
  return { repository: 'local/lanai', branch: 'main', saves: 'commits', ...edit, at: 'portal' }
}

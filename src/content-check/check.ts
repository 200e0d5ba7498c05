import { join } from 'node:path'
import { ownPages, readFolder, type ContentFile } from './folder.ts'
import { membersPaths, problemsBetweenFiles, type SitePage } from './links.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import { sortProblems, type ContentProblem } from './problem.ts'
import { listVisibleFiles } from './read-text.ts'
import { problemsOfTextLinks } from './text-links.ts'

/** Every mistake in a repository’s content, in the order of files and lines. */
export async function checkContent(root: string): Promise<ContentProblem[]> {
  const { files, problems } = readFolder(root)
  const { cohorts, ...playlist } = await readPlaylist(root)
  // With a mistake in the playlist the list is incomplete, so nothing is checked against it.
  const weeks = playlist.problems.length > 0 ? null : cohorts.flatMap((cohort) => cohort.weeks)
  const videos = weeks?.flatMap((week) => week.videos) ?? null
  const site = {
    files,
    pages: pagesIn(files),
    ownPages: ownPages(root),
    videos: videos?.map(({ path }) => path) ?? null,
  }
  const places = {
    pages: membersPaths(site),
    files: new Set(listVisibleFiles(join(root, 'public')).map((file) => `/${file}`)),
    videos: videos?.flatMap(({ fragment, aliases }) => [fragment, ...aliases]) ?? null,
  }
  return sortProblems([
    ...problems,
    ...problemsBetweenFiles(site),
    ...playlist.problems,
    ...playlist.texts.flatMap(({ file, text }) => problemsOfTextLinks(file, text, places, true)),
    ...files.flatMap(({ kind, source, data }) =>
      kind === 'page'
        ? problemsOfTextLinks(source.file, data?.text ?? '', places, false).map(({ message }) =>
            source.problem(['text'], message),
          )
        : [],
    ),
    ...files.flatMap(({ kind, source, text }) =>
      kind === 'announcement' && source.problems.length === 0
        ? problemsOfTextLinks(source.file, text, places, false)
        : [],
    ),
  ])
}

/** Every page from YAML; one with mistakes counts as a page without frames. */
export function pagesIn(files: readonly ContentFile[]): SitePage[] {
  const broken = { title: '', description: '', adds: '', frames: [] }
  const pages = files.filter((file) => file.kind === 'page')
  return pages.map(({ id, source, data }) => ({ path: `/${id}`, page: data ?? broken, source }))
}

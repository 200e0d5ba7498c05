import { readContent, type ContentFile } from './content.ts'
import { problemsBetweenFiles, readSiteMap, type SiteMap } from './links.ts'
import { readPlaylist } from './playlist.ts'
import { problemsOfSamples } from './samples.ts'
import { sortProblems, type ContentProblem } from './problem.ts'
import { problemsOfTextLinks } from './text-links.ts'

export function checkContent(root: string): ContentProblem[] {
  const content = readContent(root)
  const playlist = readPlaylist(content)
  const site = readSiteMap(content, playlist.cohorts)
  return sortProblems([
    ...content.problems,
    ...playlist.problems,
    ...problemsBetweenFiles(content.files, site),
    ...problemsOfSamples(content),
    ...content.files.flatMap((file) => problemsInText(file, site)),
  ])
}

function problemsInText({ kind, source, data, text }: ContentFile, site: SiteMap): ContentProblem[] {
  if (!data) return []
  if (kind === 'video' || kind === 'announcement')
    return problemsOfTextLinks(source.file, text, site, kind === 'video')
  if (kind !== 'page' || data.kind !== 'text') return []
  const found = problemsOfTextLinks(source.file, data.text, site)
  return found.map(({ message }) => source.problem(['text'], message))
}

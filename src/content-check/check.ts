import { join } from 'node:path'
import { readContent, type ContentFile } from './content.ts'
import { problemsBetweenFiles, readSiteMap } from './links.ts'
import { listVisibleFiles } from './list-files.ts'
import { readPlaylist } from './playlist.ts'
import { problemsOfSamples } from './samples.ts'
import { sortProblems, type ContentProblem } from './problem.ts'
import { videosOf } from '../shared/playlist/view.ts'
import { problemsOfTextLinks, type Places } from './text-links.ts'

export function checkContent(root: string): ContentProblem[] {
  const content = readContent(root)
  const playlist = readPlaylist(content)
  const site = readSiteMap(root, content.files)
  const videos = playlist.cohorts.flatMap(videosOf)
  const isComplete = content.files.every(({ kind, data }) => kind !== 'video' || data)
  const places = {
    site,
    files: listVisibleFiles(join(root, 'public')).map((file) => `/${file}`),
    videos: isComplete ? videos.flatMap(({ fragment, aliases }) => [fragment, ...aliases]) : null,
  }
  return sortProblems([
    ...content.problems,
    ...playlist.problems,
    ...problemsBetweenFiles(content.files, site),
    ...problemsOfSamples(content),
    ...content.files.flatMap((file) => problemsInText(file, places)),
  ])
}

function problemsInText(file: ContentFile, places: Omit<Places, 'isVideo'>): ContentProblem[] {
  const { kind, source, data, text } = file
  if (!data) return []
  if (kind === 'video' || kind === 'announcement')
    return problemsOfTextLinks(source.file, text, { ...places, isVideo: kind === 'video' })
  if (kind !== 'page' || data.kind !== 'text') return []
  const found = problemsOfTextLinks(source.file, data.text, { ...places, isVideo: false })
  return found.map(({ message }) => source.problem(['text'], message))
}

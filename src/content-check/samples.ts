import { dirname } from 'node:path'
import { framesOf } from '../schemas/page-frames.ts'
import { isSample } from '../shared/playlist/view.ts'
import { readContent, type Content } from './content.ts'
import { readPlaylist } from './playlist.ts'
import type { ContentProblem } from './problem.ts'

/** A sentence for the pages that show a sample, and one for the videos that are samples; neither when there are none. */
export function listSamples(content: Content): string[] {
  const pages = content.files.filter((file) => file.kind === 'page')
  const videos = readPlaylist(content).cohorts.flatMap(({ weeks }) => weeks.flatMap((week) => week.videos))
  const samplePages = pages
    .filter(({ data }) => data && framesOf(data).some(({ embed }) => embed.provider === 'own'))
    .map(({ id }) => `/${id}`)
  const sampleVideos = videos.filter(isSample)
  const weeks = Map.groupBy(sampleVideos, ({ path }) => dirname(path))
  const byWeek = [...weeks].map(([week, { length }]) => `${week} (${length})`)
  return [
    samplePages.length > 0 &&
      `${samplePages.length} of ${pages.length} pages show a sample: ${samplePages.join(', ')}.`,
    sampleVideos.length > 0 &&
      `${sampleVideos.length} of ${videos.length} videos are samples: ${byWeek.join(', ')}.`,
  ].filter((sentence) => sentence !== false)
}

/** The problem that stops a production build: samples, unless `site.yaml` allows them. */
export function refusedSamples(root: string): ContentProblem[] {
  const content = readContent(root)
  const samples = listSamples(content)
  const site = content.files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Replace them with your own. To show them to members for now, add a line to this file: `samples: shown to members`.'

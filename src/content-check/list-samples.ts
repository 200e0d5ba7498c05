import { dirname } from 'node:path'
import { framesOf } from '../embeds/frame-sources.ts'
import { isSample } from '../shared/playlist/view.ts'
import { pagesIn } from './check.ts'
import { readFolder } from './folder.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import type { ContentProblem } from './problem.ts'

/** A sentence for the pages that show a sample, and one for the videos that are samples; neither when there are none. */
export async function listSamples(root: string): Promise<string[]> {
  const pages = pagesIn(readFolder(root).files)
  const { cohorts } = await readPlaylist(root)
  const videos = cohorts.flatMap((cohort) => cohort.weeks).flatMap((week) => week.videos)
  const samplePages = pages
    .filter(({ page }) => framesOf(page).some(({ embed }) => embed.provider === 'own'))
    .map(({ path }) => path)
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
export async function refusedSamples(root: string): Promise<ContentProblem[]> {
  const samples = await listSamples(root)
  const site = readFolder(root).files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Replace them with your own. To show them to members for now, add a line to this file: `samples: shown to members`.'

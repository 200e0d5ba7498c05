import { dirname } from 'node:path'
import { framesOf } from '../embeds/frame-sources.ts'
import { isSample } from '../shared/playlist/view.ts'
import { pagesIn } from './check.ts'
import { readFolder } from './folder.ts'
import type { SitePage } from './links.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import type { ContentProblem } from './problem.ts'

/** Content that isn’t ready for members: samples, and pages or weeks that are still empty. */
export async function readUnfinished(root: string) {
  const { files } = readFolder(root)
  const pages = pagesIn(files)
  const showsSample = ({ page }: SitePage) => framesOf(page).some(({ embed }) => embed.provider === 'own')
  const { cohorts } = await readPlaylist(root)
  const weeks = cohorts.flatMap((cohort) => cohort.weeks)
  const videos = weeks.flatMap((week) => week.videos)
  return {
    pages: {
      count: pages.length,
      samples: pages.filter(showsSample).map(({ path }) => path),
      empty: pages.filter(({ page }) => 'adds' in page && page.adds).map(({ path }) => path),
    },
    videos: { count: videos.length, samples: videos.filter(isSample).map(({ path }) => path) },
    weeks: {
      count: weeks.length,
      empty: weeks.filter((week) => week.videos.length === 0).map(({ path }) => path),
    },
  }
}

/** One line for each kind of unfinished content; an empty list when there is none. */
export function describeUnfinished(unfinished: Unfinished): string[] {
  const { pages, weeks } = unfinished
  return [
    ...describeSamples(unfinished),
    ...line(pages, pages.empty, 'pages have nothing to show yet'),
    ...line(weeks, weeks.empty, 'weeks have no video yet and aren’t shown'),
  ]
}

/** The problem that stops a production build: samples, unless `site.yaml` allows them. */
export async function refusedSamples(root: string): Promise<ContentProblem[]> {
  const samples = describeSamples(await readUnfinished(root))
  const site = readFolder(root).files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Replace them with your own. To show them to members for now, add a line to this file: `samples: shown to members`.'

function describeSamples({ pages, videos }: Unfinished): string[] {
  const weeks = Map.groupBy(videos.samples, (path) => dirname(path))
  const byWeek = [...weeks].map(([week, files]) => `${week} (${files.length})`)
  return [
    ...line(pages, pages.samples, 'pages show a sample'),
    ...line(videos, byWeek, 'videos are samples', videos.samples.length),
  ]
}

function line({ count }: { count: number }, names: string[], are: string, found = names.length): string[] {
  return found > 0 ? [`${found} of ${count} ${are}: ${names.join(', ')}.`] : []
}

/** Pages by path; videos and weeks by their path below the playlist’s folder. */
type Unfinished = Awaited<ReturnType<typeof readUnfinished>>

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { framesOf } from '../embeds/frame-sources.ts'
import { SAMPLE_ID } from '../shared/playlist/view.ts'
import { pagesIn } from './check.ts'
import { readFolder } from './folder.ts'
import { isVideo } from './playlist/file-names.ts'
import { PLAYLIST } from './playlist/read-playlist.ts'
import type { ContentProblem } from './problem.ts'
import { listVisibleFiles } from './read-text.ts'

/** Content that isn’t ready for members: samples, and pages or weeks that are still empty. */
export function readUnfinished(root: string) {
  const pages = pagesIn(readFolder(root).files)
  const showsSample = ({ page }: (typeof pages)[number]) =>
    framesOf(page, () => undefined).some(({ embed }) => embed.provider === 'own')
  const playlist = join(root, PLAYLIST)
  const files = listVisibleFiles(playlist)
  const videos = files.filter(isVideo)
  const weeks = files.flatMap((file) => /^([^/]+\/[^/]+)\/index\.md$/.exec(file)?.[1] ?? [])
  const isSample = (file: string) => SAMPLE.test(readFileSync(join(playlist, file), 'utf8'))
  return {
    pages: {
      count: pages.length,
      samples: pages.filter(showsSample).map(({ path }) => path),
      empty: pages.filter(({ page }) => 'adds' in page && page.adds).map(({ path }) => path),
    },
    videos: { count: videos.length, samples: videos.filter(isSample) },
    weeks: {
      count: weeks.length,
      empty: weeks.filter((week) => !videos.some((video) => video.startsWith(`${week}/`))),
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
export function refusedSamples(root: string): ContentProblem[] {
  const samples = describeSamples(readUnfinished(root))
  const site = readFolder(root).files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Replace them with your own. To show them to members for now, add a line to this file: `samples: shown to members`.'

function describeSamples({ pages, videos }: Unfinished): string[] {
  const weeks = Map.groupBy(videos.samples, (file) => file.replace(/\/[^/]+$/, ''))
  const byWeek = [...weeks].map(([week, files]) => `${week} (${files.length})`)
  return [
    ...line(pages, pages.samples, 'pages show a sample'),
    ...line(videos, byWeek, 'videos are samples', videos.samples.length),
  ]
}

function line({ count }: { count: number }, names: string[], are: string, found = names.length): string[] {
  return found > 0 ? [`${found} of ${count} ${are}: ${names.join(', ')}.`] : []
}

const SAMPLE = new RegExp(`^videoId:\\s*['"]?${SAMPLE_ID}`, 'm')

/** Pages by path; videos and weeks by their path below the playlist’s folder. */
type Unfinished = ReturnType<typeof readUnfinished>

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { framesOf } from '../embeds/frame-sources.ts'
import type { Pack } from '../schemas/files.ts'
import { pagesIn } from './check.ts'
import { readFolder } from './folder.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Problem } from './problem.ts'

const PLAYLIST = 'src/content/playlist'

/** What members would see that no programme means to show them: samples, and what has nothing in it yet. */
export function readUnfinished(root: string, packs: readonly Pack[]): Unfinished {
  const pages = pagesIn(readFolder(root, packs).files, packs)
  const pathsOf = (found: typeof pages) => found.map(({ path }) => path)
  const showsSample = ({ page }: (typeof pages)[number]) =>
    framesOf(page, () => undefined).some(({ embed }) => packs.some(({ path }) => embed.src.startsWith(path)))
  const files = filesBelow(join(root, PLAYLIST))
  const videos = files.filter((file) => VIDEO.test(file))
  const weeks = files.filter((file) => WEEK.test(file)).map((file) => file.replace(WEEK, '$1'))
  const samples = videos.filter((file) => isSample(join(root, PLAYLIST, file)))
  return {
    pages: {
      count: pages.length,
      samples: pathsOf(pages.filter(showsSample)),
      empty: pathsOf(pages.filter(({ page }) => 'adds' in page && page.adds)),
    },
    videos: {
      count: videos.length,
      samples,
    },
    weeks: {
      count: weeks.length,
      empty: weeks.filter((week) => !videos.some((video) => video.startsWith(`${week}/`))),
    },
  }
}

/** One line for each kind of thing; none when everything is the programme's own and has something in it. */
export function sayUnfinished({ pages, videos, weeks }: Unfinished): string[] {
  return [
    saySamples(pages, videos),
    line(pages, pages.empty, 'pages have nothing to show yet'),
    line(weeks, weeks.empty, 'weeks have no video yet, and are not shown'),
  ].flat()
}

/** What a build for production stops at: samples, unless `site.yaml` says that members may see them. */
export function refusedSamples(root: string, packs: readonly Pack[]): Problem[] {
  const { pages, videos } = readUnfinished(root, packs)
  const samples = saySamples(pages, videos)
  const site = readFolder(root, []).files.find(({ kind }) => kind === 'site')?.source
  if (samples.length === 0 || !site || site.at(['samples']) !== undefined) return []
  return [site.problem([], `${samples.join(' ')} ${REMEDY}`)]
}

const REMEDY =
  'Put your own in their place, or write here, as long as members may see them: `samples: shown to members`.'

function saySamples(pages: Unfinished['pages'], videos: Unfinished['videos']): string[] {
  return [
    ...line(pages, pages.samples, 'pages show a sample'),
    ...line(videos, videos.samples, 'videos are samples', byWeek),
  ]
}

function line(
  { count }: { count: number },
  found: readonly string[],
  are: string,
  list: (names: readonly string[]) => readonly string[] = (names) => names,
): string[] {
  return found.length > 0 ? [`${found.length} of ${count} ${are}: ${list(found).join(', ')}.`] : []
}

/** `cohort-17/00-week-0 (3)`. */
function byWeek(videos: readonly string[]): string[] {
  const weeks = Map.groupBy(videos, (file) => file.replace(/\/[^/]+$/, ''))
  return [...weeks].map(([week, files]) => `${week} (${files.length})`)
}

/** One that cannot be read is no sample; what is wrong with it the check of the content says. */
function isSample(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  // Fields take much longer to read than a file, and a programme of years has thousands.
  if (!text.includes(SAMPLE_ID)) return false
  const front = readFrontMatter(file, text)
  const fields = front.ok ? (front.source.value as { videoId?: unknown }) : {}
  return typeof fields.videoId === 'string' && fields.videoId.startsWith(SAMPLE_ID)
}

/** What the id of a sample begins with. */
export const SAMPLE_ID = 'SAMPLE-'

const VIDEO = /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/
const WEEK = /^([^/]+\/[^/]+)\/index\.md$/

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .sort()
}

export interface Unfinished {
  /** By their paths. */
  pages: { count: number; samples: string[]; empty: string[] }
  /** By their files below the playlist's folder. */
  videos: { count: number; samples: string[] }
  /** By their folders below the playlist's. */
  weeks: { count: number; empty: string[] }
}

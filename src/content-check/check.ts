import { existsSync, readdirSync } from 'node:fs'
import { join, parse, sep } from 'node:path'
import { documentsOf, type Pack } from '../schemas/files.ts'
import { homeSchema } from '../schemas/home.ts'
import { navigationSchema } from '../schemas/navigation.ts'
import { pageSchema } from '../schemas/page.ts'
import type { Cohort } from '../shared/playlist/model.ts'
import { problemsOfAnnouncements } from './announcements.ts'
import { adviceOn, eventsIn, takenCalendars, unknownWelcome } from './events.ts'
import { ownPages, readFolder, type ContentFile } from './folder.ts'
import { problemsOf } from './issues.ts'
import { membersPaths, problemsBetweenFiles, type SitePage } from './links.ts'
import { readPlaylist } from './playlist/read-playlist.ts'
import { inOrder, type Problem } from './problem.ts'
import { strayFiles } from './strays.ts'
import { problemsOfTabs } from './tabs.ts'
import { problemsOfTextLinks } from './text-links.ts'

const PLAYLIST = 'src/content/playlist'

/** Everything that is wrong with a repository’s content, all at once. */
export async function checkContent(root: string, packs: readonly Pack[]): Promise<Problem[]> {
  const { files, problems } = readFolder(root, packs)
  const playlist = await readPlaylist(join(root, PLAYLIST), PLAYLIST, (markdown) => Promise.resolve(markdown))
  const inFiles = files.flatMap(({ source, schema }) =>
    source.problems.length > 0 ? source.problems : problemsOf(source, schema),
  )
  const pages = pagesIn(files, packs)
  const site = {
    pages,
    ownPages: ownPages(root),
    navigation: navigationOf(files),
    home: homeOf(files),
    events: eventsIn(files),
  }
  const places = {
    pages: membersPaths(site),
    files: publicFiles(root),
    videos: playlist.problems.length > 0 ? null : fragmentsOf(playlist.cohorts),
  }
  return inOrder([
    ...problems,
    ...strayFiles(root),
    ...inFiles,
    ...problemsBetweenFiles(site),
    ...problemsOfTabs(pages),
    ...playlist.problems,
    ...playlist.texts.flatMap(({ file, text }) => problemsOfTextLinks(file, text, places, 'video')),
    ...problemsOfAnnouncements(root, places),
    ...takenCalendars(site.events),
    ...unknownWelcome(site.home, videosIn(root)),
  ])
}

/**
 * A sentence about what an editor may not have thought of although nothing is wrong; null when there is none.
 *
 * @param today on the programme's calendar, or next to it: '2026-11-22'.
 */
export function adviseOnContent(root: string, today: string): string | null {
  return adviceOn(eventsIn(readFolder(root, []).files), today)
}

/** Every page with an address; one with mistakes of its own counts as a page without frames. */
export function pagesIn(files: readonly ContentFile[], packs: readonly Pack[]): SitePage[] {
  const schema = pageSchema(documentsOf(packs))
  return files
    .filter(({ kind }) => kind === 'page')
    .map(({ source }) => {
      const { data } = schema.safeParse(source.value)
      const broken = { title: '', description: '', adds: '', frames: [] }
      return { path: `/${parse(source.file).name}`, page: data ?? broken, source }
    })
}

/** The videos' files below the playlist's folder, without `.md`. */
function videosIn(root: string): string[] {
  return filesBelow(join(root, PLAYLIST))
    .filter((name) => /^[^/]+\/[^/]+\/(?!index\.md$)[^/]+\.md$/.test(name))
    .map((name) => name.slice(0, -'.md'.length))
}

/** Every address that leads to a video. */
function fragmentsOf(cohorts: readonly Cohort[]): string[] {
  return cohorts.flatMap(({ weeks }) =>
    weeks.flatMap(({ videos }) => videos.flatMap(({ fragment, aliases }) => [fragment, ...aliases])),
  )
}

function publicFiles(root: string): ReadonlySet<string> {
  return new Set(filesBelow(join(root, 'public')).map((file) => `/${file}`))
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'))
}

function navigationOf(files: readonly ContentFile[]) {
  const source = files.find(({ kind }) => kind === 'navigation')?.source
  const { data } = navigationSchema.safeParse(source?.value)
  return source && data && { source, groups: data.groups }
}

function homeOf(files: readonly ContentFile[]) {
  const source = files.find(({ kind }) => kind === 'home')?.source
  const { data } = homeSchema.safeParse(source?.value)
  return source && data && { source, cards: data.cards, banner: data.banner }
}

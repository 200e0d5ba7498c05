import { existsSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Page } from '../schemas/page.ts'
import {
  DIRECTORY_PATH,
  PROGRAMME_CALENDAR,
  publicErrorScreens,
  publicScreens,
  reservedPaths,
} from '../shared/paths.ts'
import { editDistance } from '../shared/edit-distance.ts'
import type { Cohort } from '../shared/playlist/cohort.ts'
import { videosOf } from '../shared/playlist/view.ts'
import { type Content, type ContentFile, type FileOf, listGroups } from './content.ts'
import { listVisibleFiles } from './list-files.ts'
import type { ContentProblem } from './problem.ts'
import type { Path } from './source.ts'

export interface SiteMap {
  /** The members’ pages, by path; null for one whose file has mistakes, or that has none. */
  pages: ReadonlyMap<string, Page | null>
  builtIn: readonly string[]
  /** In `public`. */
  files: readonly string[]
  /** Fragments of videos, with their aliases; null while the playlist has mistakes. */
  videos: readonly string[] | null
}

export function readSiteMap({ root, files }: Content, cohorts: readonly Cohort[]): SiteMap {
  const folder = join(root, 'src/pages')
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !/^[[_]/.test(name))
  const pathOf = (name: string) => (name === 'index.astro' ? '/' : `/${parse(name).name}`)
  const hasDirectory = !files.some(({ kind, data }) => kind === 'site' && data?.directory === false)
  const built = names
    .filter((name) => name.endsWith('.astro'))
    .map(pathOf)
    .filter((path) => !NOT_FOR_MEMBERS.has(path) && (hasDirectory || path !== DIRECTORY_PATH))
  const written = files.flatMap((file) =>
    file.kind === 'page' ? [[`/${file.id}`, file.data ?? null] as const] : [],
  )
  const hasAllVideos = files.every(({ kind, data }) => kind !== 'video' || data)
  const fragments = cohorts.flatMap(videosOf).flatMap(({ fragment, aliases }) => [fragment, ...aliases])
  return {
    pages: new Map<string, Page | null>([...built.map((path) => [path, null] as const), ...written]),
    builtIn: ['/index', ...names.map(pathOf)],
    files: listVisibleFiles(join(root, 'public')).map((file) => `/${file}`),
    videos: hasAllVideos ? fragments : null,
  }
}

export function problemsBetweenFiles(files: readonly ContentFile[], site: SiteMap): ContentProblem[] {
  const groups = listGroups(files)
  return files.flatMap((file) => {
    if (!file.data) return []
    const problems = linksIn(file.source.value).flatMap(({ path, href }) => {
      const message = pathProblem(href, site)
      return message ? [file.source.problem(path, message)] : []
    })
    problems.push(...unknownGroups(file, groups))
    if (file.kind === 'page') problems.push(...wrongAddress(file, site), ...wrongTabs(file, site))
    if (file.kind === 'home') problems.push(...bannerProblems(file, files))
    if (file.kind === 'event' && `/${file.id}.ics` === PROGRAMME_CALENDAR)
      problems.push(
        file.source.problem([], 'The programme’s calendar already has this name. Rename this file.'),
      )
    return problems
  })
}

function unknownGroups({ source }: ContentFile, groups: readonly { name: string }[]): ContentProblem[] {
  return groupsIn(source.value).flatMap(({ path, name }) => {
    if (groups.some((group) => group.name === name)) return []
    const [nearest] = groups
      .map((group) => ({ name: group.name, distance: editDistance(name, group.name) }))
      .toSorted((one, other) => one.distance - other.distance)
    const remedy = nearest ? `Write ${nearest.name}, or add it there.` : 'Create that file, and add it there.'
    return [source.problem(path, `There’s no group “${name}” in src/content/groups.yaml. ${remedy}`)]
  })
}

function groupsIn(value: unknown, path: Path = []): { path: Path; name: string }[] {
  if (typeof value === 'string') return path.at(-2) === 'for' ? [{ path, name: value }] : []
  return Object.entries(value ?? {}).flatMap(([step, inner]) => groupsIn(inner, [...path, step]))
}

export function pathProblem(path: string, { pages, builtIn }: SiteMap): string | null {
  if (pages.has(path)) return null
  if (NOT_FOR_MEMBERS.has(path) || builtIn.includes(path))
    return `${path} isn’t a page for members. Link to another page.`
  return `There’s no page at ${path}. Correct it, or create src/content/pages${path}.yaml.`
}

function wrongAddress({ id, data, source }: FileOf<'page'>, { builtIn }: SiteMap): ContentProblem[] {
  const path = `/${id}`
  const isBuiltIn = data?.kind === 'built-in'
  if (NOT_FOR_MEMBERS.has(path) || (builtIn.includes(path) && !isBuiltIn))
    return [source.problem([], `The portal itself uses ${path}. Rename this file.`)]
  if (!isBuiltIn || builtIn.includes(path)) return []
  return [source.problem(['kind'], `The portal has no page of its own at ${path}. Write another \`kind\`.`)]
}

function wrongTabs({ data, source }: FileOf<'page'>, { pages, builtIn }: SiteMap): ContentProblem[] {
  const tabs = data?.tabs ?? []
  // A tab that shows a page is addressed by that page’s name.
  const addresses = tabs.map((tab) => ('page' in tab ? tab.page.slice(1) : tab.id))
  return tabs.flatMap((tab, index) => {
    const field = 'page' in tab ? 'page' : 'id'
    const refuse = (message: string) => [source.problem(['tabs', index, field], message)]
    const address = addresses[index] ?? ''
    if (addresses.indexOf(address) < index)
      return refuse(`Another tab already uses “${address}”. Choose something else.`)
    if (!('page' in tab)) return []
    const page = pages.get(tab.page)
    if (page?.kind === 'text' || page?.kind === 'built-in' || builtIn.includes(tab.page))
      return refuse(`A tab can’t show ${tab.page}. Choose a page that shows links, tabs, or what’s coming.`)
    const isDeep = page?.tabs.some((inner) => 'page' in inner && pages.get(inner.page)?.tabs.length)
    return isDeep ? refuse(TOO_DEEP) : []
  })
}

const TOO_DEEP = 'This tab shows tabs that show tabs again. Choose another page.'

function bannerProblems({ data, source }: FileOf<'home'>, files: readonly ContentFile[]): ContentProblem[] {
  const { until, steps = [] } = data?.banner ?? {}
  const videos = files.map((file) => file.source.file.replace('src/content/playlist/', ''))
  const isVideo = until === undefined || videos.includes(`${until}.md`)
  const deadlines = files.flatMap((file) =>
    file.kind === 'event' && file.data?.kind !== 'session' ? [file.id] : [],
  )
  return [
    ...(isVideo ? [] : [source.problem(['banner', 'until'], `There’s no video at ${until}. ${NAME_IT}`)]),
    ...steps.flatMap(({ due }, index) => {
      const isDeadline = due === undefined || deadlines.includes(due)
      const message = `There’s no deadline at ${due}. ${NAME_IT}`
      return isDeadline ? [] : [source.problem(['banner', 'steps', index, 'due'], message)]
    }),
  ]
}

const NAME_IT = 'Write the name of its file, or delete this line.'

const NOT_FOR_MEMBERS: ReadonlySet<string> = new Set([
  ...publicScreens,
  ...publicErrorScreens,
  ...reservedPaths,
])

function linksIn(value: unknown, path: Path = []): { path: Path; href: string }[] {
  if (typeof value !== 'string')
    return Object.entries(value ?? {}).flatMap(([step, inner]) => linksIn(inner, [...path, step]))
  const field = String(path.at(-1))
  return LINKS.includes(field) && value.startsWith('/') ? [{ path, href: value }] : []
}

const LINKS = ['href', 'page', 'parent']

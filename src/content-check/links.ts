import type { Page, Tab } from '../embeds/embed.ts'
import { nearest } from '../shared/nearest.ts'
import {
  DIRECTORY_PATH,
  PROGRAMME_CALENDAR,
  publicErrorScreens,
  publicScreens,
  reservedPaths,
} from '../shared/paths.ts'
import type { ContentFile, OwnPages } from './folder.ts'
import type { ContentProblem } from './problem.ts'
import type { Path, Source } from './source.ts'

/** All content that links to pages of this site. A file with mistakes counts with its address only. */
export interface SiteMap {
  files: readonly ContentFile[]
  pages: readonly SitePage[]
  ownPages: OwnPages
  /** The videos' files below the playlist's folder, without `.md`; null while the playlist has mistakes. */
  videos: readonly string[] | null
}

/** Mistakes that only show across files: broken links, and addresses used twice. */
export function problemsBetweenFiles(site: SiteMap): ContentProblem[] {
  const links = site.files.flatMap((file) => (file.data ? linksIn(file, file.source.value) : []))
  const isOff = site.files.some(({ kind, data }) => kind === 'site' && data?.directory === false)
  const known = [...membersPaths(site)].filter((path) => !isOff || path !== DIRECTORY_PATH)
  return [
    ...links
      .filter(({ href }) => !known.includes(href))
      .map(({ source, path, href }) =>
        source.problem(path, href === DIRECTORY_PATH ? DIRECTORY_IS_OFF : noPageAt(href, known)),
      ),
    ...site.pages.flatMap((page) => [...takenAddress(page, site.ownPages), ...wrongTabs(page, site.pages)]),
    ...site.files.flatMap(takenCalendar),
    ...unknownInBanner(site),
  ]
}

const DIRECTORY_IS_OFF = 'site.yaml switches the directory off (`directory: false`). Link to another page.'

export function noPageAt(path: string, known: readonly string[]): string {
  if (NOT_FOR_MEMBERS.has(path)) return `${path} isn’t a page for members. Link to another page.`
  const meant = nearest(path, known)
  const remedy = meant ? `Did you mean ${meant}? If not,` : 'Link to another page, or'
  return `There’s no page at ${path}. ${remedy} create src/content/pages${path}.yaml.`
}

function takenAddress({ path, page, source }: SitePage, { taken, pages }: OwnPages): ContentProblem[] {
  const showsSomething = 'tabs' in page || page.frames.length > 0 || Boolean(page.text)
  if (NOT_FOR_MEMBERS.has(path) || (taken.has(path) && (showsSomething || !pages.has(path)))) {
    const message = `The portal itself uses ${path}. Rename this file.`
    return [source.problem([], message)]
  }
  if (showsSomething || page.adds !== undefined || pages.has(path)) return []
  return [source.problem([], 'This page shows nothing. Add `embed`, `frames`, `tabs`, `text` or `adds`.')]
}

function wrongTabs({ path, page, source }: SitePage, pages: readonly SitePage[]): ContentProblem[] {
  const tabs = tabsOf(page)
  // A tab that shows a page is addressed by that page’s name.
  const addresses = tabs.map((tab) => ('page' in tab ? tab.page.slice(1) : tab.id))
  return tabs.flatMap((tab, index) => {
    const refuse = (message: string) =>
      source.problem(['tabs', index, 'page' in tab ? 'page' : 'id'], message)
    const address = addresses[index] ?? ''
    return [
      'page' in tab && leadsTo(path, tab.page, pages, []) && refuse(LEADS_BACK),
      // Home has no file whose frames a tab could show.
      'page' in tab && tab.page === '/' && refuse(SHOWS_HOME),
      'page' in tab &&
        pages.find((each) => each.path === tab.page)?.page.text !== undefined &&
        refuse(SHOWS_TEXT),
      addresses.indexOf(address) < index &&
        refuse(`Another tab already uses “${address}”. Choose something else.`),
    ].filter((problem) => problem !== false)
  })
}

const LEADS_BACK = 'This tab leads back to its own page. Make it show something else.'
const SHOWS_HOME = 'A tab can’t show the home page. Choose another page.'
const SHOWS_TEXT = 'A tab can’t show a page of text. Choose another page.'

/** Whether tabs lead from one page to another. */
function leadsTo(to: string, from: string, pages: readonly SitePage[], way: string[]): boolean {
  if (from === to || way.includes(from)) return from === to
  const tabs = tabsOf(pages.find(({ path }) => path === from)?.page)
  return tabs.some((tab) => 'page' in tab && leadsTo(to, tab.page, pages, [...way, from]))
}

function tabsOf(page: Page | undefined): readonly Tab[] {
  return page && 'tabs' in page ? page.tabs : []
}

/** An event whose calendar file would replace the programme’s. */
function takenCalendar({ kind, id, source, data }: ContentFile): ContentProblem[] {
  if (kind !== 'event' || !data || `/${id}.ics` !== PROGRAMME_CALENDAR) return []
  return [source.problem([], 'The programme’s calendar already has this name. Rename this file.')]
}

/** A banner that names a video or a deadline that doesn’t exist. */
function unknownInBanner({ files, videos }: SiteMap): ContentProblem[] {
  const home = files.find((file) => file.kind === 'home')
  const { until, steps = [] } = home?.data?.banner ?? {}
  const deadlines = files.filter((file) => file.kind === 'event' && file.data?.kind !== 'session')
  const names = deadlines.map(({ id }) => id)
  const named = [
    { path: ['banner', 'until'], what: 'video', name: until, known: videos },
    ...steps.map(({ due }, index) => {
      return { path: ['banner', 'steps', index, 'due'], what: 'deadline', name: due, known: names }
    }),
  ]
  return named.flatMap(({ path, what, name, known }) => {
    if (!home || !known || name === undefined || known.includes(name)) return []
    const meant = nearest(name, known)
    const remedy = meant ? `Did you mean ${meant}?` : `Write the file name of a ${what}, or delete this line.`
    return [home.source.problem(path, `There’s no ${what} at ${name}. ${remedy}`)]
  })
}

const NOT_FOR_MEMBERS: ReadonlySet<string> = new Set([
  ...publicScreens,
  ...publicErrorScreens,
  ...reservedPaths,
])

/** The paths of members’ pages. */
export function membersPaths({ pages, ownPages }: Pick<SiteMap, 'pages' | 'ownPages'>): ReadonlySet<string> {
  const own = [...ownPages.pages].filter((path) => !NOT_FOR_MEMBERS.has(path))
  return new Set(['/', ...own, ...pages.map(({ path }) => path)])
}

/** The fields that name a page of this site, wherever they are in a file. */
function linksIn(file: ContentFile, value: unknown, path: Path = []): SiteLink[] {
  const field = path.findLast((step) => !/^\d+$/.test(String(step)))
  if (typeof value !== 'string')
    return Object.entries(value ?? {}).flatMap(([step, inner]) => linksIn(file, inner, [...path, step]))
  const { source } = file
  return LINKS.has(field) && value.startsWith('/') ? [{ source, path, href: value }] : []
}

const LINKS: ReadonlySet<unknown> = new Set(['href', 'page', 'under'])

export interface SitePage {
  path: string
  page: Page
  source: Source
}

interface SiteLink {
  source: Source
  path: Path
  href: string
}

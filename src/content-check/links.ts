import type { Page, Tab } from '../embeds/embed.ts'
import { nearest } from '../shared/nearest.ts'
import { PROGRAMME_CALENDAR, publicErrorScreens, publicScreens } from '../shared/paths.ts'
import type { ContentFile, OwnPages } from './folder.ts'
import type { Problem } from './problem.ts'
import type { Path, Source } from './source.ts'

/** Everything in the content that names a page of this site; of files with mistakes of their own only where they lie. */
export interface Site {
  pages: readonly SitePage[]
  ownPages: OwnPages
  navigation: FileOf<'navigation'> | undefined
  home: FileOf<'home'> | undefined
  events: readonly FileOf<'event'>[]
  /** The videos' files below the playlist's folder, without `.md`; null while the playlist has mistakes. */
  videos: readonly string[] | null
}

type FileOf<Kind> = Extract<ContentFile, { kind: Kind }>

/** What only several files together show: links to nothing, and addresses that are taken. */
export function problemsBetweenFiles(site: Site): Problem[] {
  const menu = menuLinks(site)
  const known = [...membersPaths(site)]
  const links = [...menu, ...otherLinks(site)]
  return [
    ...links
      .filter(({ href }) => !known.includes(href))
      .map(({ source, path, href }) => source.problem(path, noPageAt(href, known))),
    ...twiceInMenu(menu),
    ...site.pages.flatMap((page) => [
      ...withoutPlace(page, menu),
      ...takenAddress(page, site.ownPages),
      ...circles(page, site.pages),
      ...sameTabs(page),
    ]),
    ...site.events.flatMap(takenCalendar),
    ...unknownWelcome(site),
  ]
}

/** What to say about a path that leads to nothing. */
export function noPageAt(path: string, known: readonly string[]): string {
  const meant = nearest(path, known)
  const remedy = meant ? `Did you mean ${meant}? Otherwise create` : 'Create'
  return `No page is at ${path}. ${remedy} src/content/pages${path}.yaml.`
}

function twiceInMenu(links: readonly SiteLink[]): Problem[] {
  return links.flatMap(({ source, path, href }, index) => {
    const before = links.slice(0, index).find((link) => link.href === href)
    if (!before) return []
    const { line } = before.source.problem(before.path, '')
    return [source.problem(path, `${href} is in the menu already, on line ${line}. Delete one of the two.`)]
  })
}

/** A page that is opened from another one marks that one in the menu. */
function withoutPlace({ path, page, source }: SitePage, menu: readonly SiteLink[]): Problem[] {
  const paths = menu.map(({ href }) => href)
  if (page.under === undefined || paths.length === 0) return []
  if (paths.includes(path))
    return [source.problem(['under'], `${path} has a place in the menu. Delete \`under\`.`)]
  if (paths.includes(page.under)) return []
  const meant = nearest(page.under, paths)
  const remedy = meant ? `Did you mean ${meant}?` : 'Write one that is.'
  return [source.problem(['under'], `${page.under} is not in the menu. ${remedy}`)]
}

function takenAddress({ path, page, source }: SitePage, { taken, pages }: OwnPages): Problem[] {
  const hasFrames = 'tabs' in page || page.frames.length > 0
  if (PUBLIC.has(path) || (taken.has(path) && (hasFrames || !pages.has(path)))) {
    const message = `${path} is taken by a page the site makes itself. Rename this file to another address.`
    return [source.problem([], message)]
  }
  if (hasFrames || page.adds !== undefined || pages.has(path)) return []
  return [source.problem([], 'The page shows nothing. Write one of `embed`, `frames`, `tabs` and `adds`.')]
}

/** Tabs that show the page they stand on. */
function circles({ path, page, source }: SitePage, pages: readonly SitePage[]): Problem[] {
  return tabsOf(page).flatMap((tab, index) => {
    const way = 'page' in tab ? wayBack(tab.page, path, pages, [path]) : undefined
    if (!way) return []
    const message = `This tab shows the page it stands on: ${way.join(' → ')}. Let one of these tabs show something else.`
    return [source.problem(['tabs', index, 'page'], message)]
  })
}

/** The pages from one path back to a page, when tabs lead there. */
function wayBack(from: string, to: string, pages: readonly SitePage[], way: string[]): string[] | undefined {
  if (from === to) return [...way, to]
  if (way.includes(from)) return undefined
  for (const tab of tabsOf(pages.find(({ path }) => path === from)?.page)) {
    const back = 'page' in tab ? wayBack(tab.page, to, pages, [...way, from]) : undefined
    if (back) return back
  }
  return undefined
}

/** Tabs of one page that cannot be told apart. */
function sameTabs({ page, source }: SitePage): Problem[] {
  const tabs = tabsOf(page)
  // A tab that shows a page is addressed by that page’s name.
  const addressOf = (tab: Tab) => ('page' in tab ? tab.page.slice(1) : tab.id)
  return tabs.flatMap((tab, index) => {
    const before = tabs.slice(0, index)
    const at = (field: string, message: string) => [source.problem(['tabs', index, field], message)]
    if (before.some(({ label }) => label === tab.label))
      return at('label', `Another tab is called “${tab.label}”. Call one differently.`)
    if (!before.some((other) => addressOf(other) === addressOf(tab))) return []
    const message = `Another tab has “${addressOf(tab)}” already. Write another one.`
    return at('page' in tab ? 'page' : 'id', message)
  })
}

function tabsOf(page: Page | undefined): readonly Tab[] {
  return page && 'tabs' in page ? page.tabs : []
}

/** An event whose calendar file would be the programme's. */
function takenCalendar({ id, source, data }: FileOf<'event'>): Problem[] {
  if (!data || `/${id}.ics` !== PROGRAMME_CALENDAR) return []
  return [source.problem([], 'The programme’s calendar has this name. Rename this file.')]
}

/** A banner that waits for a video which is not there. */
function unknownWelcome({ home, videos }: Site): Problem[] {
  const until = home?.data?.banner.until
  if (!home || !videos || until === undefined || videos.includes(until)) return []
  const meant = nearest(until, videos)
  const remedy = meant
    ? `Did you mean ${meant}?`
    : 'Write the name of a video’s file with its folders, such as cohort-17/00-week-0/01-onboarding.'
  return [home.source.problem(['banner', 'until'], `No video is at ${until}. ${remedy}`)]
}

const PUBLIC: ReadonlySet<string> = new Set([...publicScreens, ...publicErrorScreens])

/** Where members' pages are. */
export function membersPaths({ pages, ownPages }: Pick<Site, 'pages' | 'ownPages'>): ReadonlySet<string> {
  const own = [...ownPages.pages].filter((path) => !PUBLIC.has(path))
  return new Set(['/', ...own, ...pages.map(({ path }) => path)])
}

/** In the order of the menu. */
function menuLinks({ navigation }: Site): SiteLink[] {
  const { source, data } = navigation ?? {}
  if (!source || !data) return []
  return data.groups.flatMap(({ href, children }, group) => [
    { source, path: ['groups', group, 'href'], href },
    ...children.map((child, index) => ({
      source,
      path: ['groups', group, 'children', index, 'href'],
      href: child.href,
    })),
  ])
}

function otherLinks({ home, pages, events }: Site): SiteLink[] {
  const links: SiteLink[] = []
  const add = (source: Source, path: Path, href?: string) => href && links.push({ source, path, href })
  home?.data?.cards.forEach(({ href }, index) => add(home.source, ['cards', index, 'href'], href))
  if (home) add(home.source, ['banner', 'href'], home.data?.banner.href)
  for (const { page, source } of pages)
    tabsOf(page).forEach((tab, index) => 'page' in tab && add(source, ['tabs', index, 'page'], tab.page))
  for (const { source, data } of events) add(source, ['page'], data?.page)
  return links
}

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

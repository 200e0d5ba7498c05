import type { Page } from '../embeds/embed.ts'
import { publicErrorScreens, publicScreens } from '../shared/paths.ts'
import type { SiteEvent } from './events.ts'
import type { OwnPages } from './folder.ts'
import { nearest } from '../shared/nearest.ts'
import type { Problem } from './problem.ts'
import type { Path, Source } from './source.ts'

/** Everything in the content that names a page of this site. */
export interface Site {
  pages: readonly SitePage[]
  ownPages: OwnPages
  /** `navigation.yaml` and `home.yaml`, as far as they could be read. */
  navigation?: { source: Source; groups: readonly Group[] } | undefined
  home?: { source: Source; cards: readonly Link[]; banner: Link } | undefined
  events: readonly SiteEvent[]
}

/** What only several files together show: links to nothing, and addresses that are taken. */
export function problemsBetweenFiles(site: Site): Problem[] {
  const menu = menuLinks(site)
  const links = [...menu, ...homeLinks(site), ...tabLinks(site), ...eventLinks(site)]
  return [
    ...links.flatMap((link) => danglingLink(link, membersPaths(site))),
    ...twiceInMenu(menu),
    ...site.pages.flatMap((page) => withoutPlace(page, menu)),
    ...site.pages.flatMap((page) => takenAddress(page, site.ownPages)),
  ]
}

function danglingLink({ source, path, href }: SiteLink, known: ReadonlySet<string>): Problem[] {
  return known.has(href) ? [] : [source.problem(path, noPageAt(href, [...known]))]
}

/** What to say about a path that leads to nothing. */
export function noPageAt(path: string, known: readonly string[]): string {
  const meant = nearest(path, known)
  const remedy = meant ? `Did you mean ${meant}? Otherwise create` : 'Create'
  return `No page is at ${path}. ${remedy} src/content/pages${path}.yaml.`
}

function twiceInMenu(links: readonly SiteLink[]): Problem[] {
  return links.flatMap(({ source, path, href }, index) => {
    const first = links.findIndex((link) => link.href === href)
    const before = links[first]
    if (first === index || !before) return []
    const { line } = before.source.problem(before.path, '')
    return [source.problem(path, `${href} is in the menu already, on line ${line}. Delete one of the two.`)]
  })
}

/** A page that is opened from another one marks that one in the menu. */
function withoutPlace({ path, page, source }: SitePage, menu: readonly SiteLink[]): Problem[] {
  if (page.under === undefined || menu.length === 0) return []
  const isInMenu = (href: string) => menu.some((link) => link.href === href)
  if (isInMenu(path)) return [source.problem(['under'], `${path} has a place in the menu. Delete \`under\`.`)]
  if (isInMenu(page.under)) return []
  const meant = nearest(
    page.under,
    menu.map(({ href }) => href),
  )
  const remedy = meant ? `Did you mean ${meant}?` : 'Write one that is.'
  return [source.problem(['under'], `${page.under} is not in the menu. ${remedy}`)]
}

function takenAddress({ path, page, source }: SitePage, { taken, pages }: OwnPages): Problem[] {
  const hasFrames = 'tabs' in page || page.frames.length > 0
  const isTaken = PUBLIC.has(path) || (taken.has(path) && (hasFrames || !pages.has(path)))
  if (isTaken) {
    const message = `${path} is taken by a page the site makes itself. Rename this file to another address.`
    return [source.problem([], message)]
  }
  if (hasFrames || page.adds !== undefined || pages.has(path)) return []
  return [source.problem([], 'The page shows nothing. Write one of `embed`, `frames`, `tabs` and `adds`.')]
}

const PUBLIC: ReadonlySet<string> = new Set([...publicScreens, ...publicErrorScreens])

/** Where members' pages are. */
export function membersPaths({ pages, ownPages }: Pick<Site, 'pages' | 'ownPages'>): ReadonlySet<string> {
  const own = [...ownPages.pages].filter((path) => !PUBLIC.has(path))
  return new Set(['/', ...own, ...pages.map(({ path }) => path)])
}

function menuLinks({ navigation }: Site): SiteLink[] {
  if (!navigation) return []
  const { source, groups } = navigation
  return groups.flatMap((group, index) => [
    { source, path: ['groups', index, 'href'], href: group.href },
    ...group.children.map(({ href }, child) => ({
      source,
      path: ['groups', index, 'children', child, 'href'],
      href,
    })),
  ])
}

function homeLinks({ home }: Site): SiteLink[] {
  if (!home) return []
  const { source, cards, banner } = home
  const links = cards.map(({ href }, index) => ({ source, path: ['cards', index, 'href'], href }))
  return [...links, { source, path: ['banner', 'href'], href: banner.href }]
}

function tabLinks({ pages }: Site): SiteLink[] {
  return pages.flatMap(({ page, source }) =>
    'tabs' in page
      ? page.tabs.flatMap((tab, index) =>
          'page' in tab ? [{ source, path: ['tabs', index, 'page'], href: tab.page }] : [],
        )
      : [],
  )
}

function eventLinks({ events }: Site): SiteLink[] {
  return events.flatMap(({ source, event }) =>
    event.page === undefined ? [] : [{ source, path: ['page'], href: event.page }],
  )
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

interface Link {
  href: string
}

interface Group extends Link {
  children: readonly Link[]
}

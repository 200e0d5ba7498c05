import { getCollection } from 'astro:content'
import type { Page } from '../embeds/embed.ts'
import { openTabs, type OpenTab } from '../embeds/open-tabs.ts'
import { pagesOf, type Group } from '../islands/shell/navigation.ts'
import type { Place } from '../shared/palette.ts'
import { sayRule } from '../events/say-rule.ts'
import { events, inWeekOrder, type NamedEvent } from './events.ts'
import { readHome, readShell } from './words.ts'

/**
 * Every page, tab, event and channel. A page without a place in the menu is listed as the tab that shows it: there its
 * neighbours are.
 */
export async function readPlaces(): Promise<Place[]> {
  const { groups, channels } = await readShell()
  const { description } = await readHome()
  const pages = new Map((await getCollection('pages')).map(({ id, data }) => [`/${id}`, data]))
  const inMenu = groups.flatMap((group) => pagesOf(group).map((link) => ({ ...link, group })))
  const menu = new Map(inMenu.map((link) => [link.href, link]))
  const tabs = [...pages].flatMap(([path, page]) =>
    tabsOf(path, page, pages).filter(({ id }) => !menu.has(`/${id}`)),
  )
  const shownAsTab = new Set(tabs.map(({ id }) => `/${id}`))

  return [
    { group: 'Pages', title: 'Home', text: description, context: '', also: 'start', href: '/' },
    ...inMenu.map(({ href, label, group }) => pagePlace(href, pages.get(href), label, group)),
    ...[...pages]
      .filter(([path]) => !menu.has(path) && !shownAsTab.has(path))
      .map(([path, page]) => pagePlace(path, page, page.title, null)),
    ...inWeekOrder([...events]).map(eventPlace),
    ...tabs.map((tab) => tabPlace(tab, pages.get(`/${tab.id}`))),
    ...channels.map(({ label, href }): Place => ({
      group: 'Channels',
      title: label,
      text: '',
      context: '',
      also: 'chat',
      href,
    })),
  ]
}

function pagePlace(href: string, page: Page | undefined, label: string, group: Group | null): Place {
  return {
    group: 'Pages',
    title: label,
    text: page?.description ?? '',
    context: group && group.href !== href ? group.label : '',
    also: page && page.title !== label ? page.title : '',
    href,
  }
}

/** Home shows the week, with all that can be done about it. */
function eventPlace({ event }: NamedEvent): Place {
  const { title, text = '', place = '', page = '/' } = event
  return { group: 'Events', title, text, context: sayRule(event), also: place, href: page }
}

interface ListedTab extends Pick<OpenTab, 'id' | 'label'> {
  /** The page's path and title. */
  path: string
  title: string
}

/** Those of the page itself: tabs within them are those of the page that they show. */
function tabsOf(path: string, page: Page, pages: ReadonlyMap<string, Page>): ListedTab[] {
  if (!('tabs' in page)) return []
  const tabs = openTabs(page.tabs, (path) => pages.get(path))
  return tabs.map(({ id, label }) => ({ id, label, path, title: page.title }))
}

function tabPlace({ id, label, path, title }: ListedTab, shown: Page | undefined): Place {
  return {
    group: 'Pages',
    title: label,
    text: shown?.description ?? '',
    context: title,
    also: shown && shown.title !== label ? shown.title : '',
    href: `${path}#${id}`,
  }
}

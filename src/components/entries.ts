import { getCollection } from 'astro:content'
import type { Page } from '../embeds/embed.ts'
import { openTabs, type OpenTab } from '../embeds/open-tabs.ts'
import { pagesOf, type Group } from '../islands/shell/navigation.ts'
import { writeHash } from '../shared/playlist/fragment.ts'
import type { Cohort, Video } from '../shared/playlist/cohort.ts'
import { PLAYLIST_PATH } from '../shared/playlist/view.ts'
import type { Entry } from '../shared/search.ts'
import { sayRule } from '../events/say-rule.ts'
import { events, inWeekOrder, type NamedEvent } from './events.ts'
import { readHome, readShell } from './words.ts'

/**
 * Every page, tab, event, channel and video. A page without a place in the menu is listed as the tab that shows it: there its
 * neighbours are.
 */
export async function readEntries(cohorts: readonly Cohort[]): Promise<Entry[]> {
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
    ...inMenu.map(({ href, label, group }) => pageEntry(href, pages.get(href), label, group)),
    ...[...pages]
      .filter(([path]) => !menu.has(path) && !shownAsTab.has(path))
      .map(([path, page]) => pageEntry(path, page, page.title, null)),
    ...inWeekOrder([...events]).map(eventEntry),
    ...tabs.map((tab) => tabEntry(tab, pages.get(`/${tab.id}`))),
    ...channels.map(({ label, href, icon }): Entry => ({
      group: 'Channels',
      icon,
      title: label,
      text: '',
      context: '',
      also: 'chat',
      href,
    })),
    ...cohorts.flatMap(({ title, weeks }) =>
      weeks.flatMap((week) => week.videos.map((video) => videoEntry(video, `${title} · ${week.title}`))),
    ),
  ]
}

function pageEntry(href: string, page: Page | undefined, label: string, group: Group | null): Entry {
  return {
    group: 'Pages',
    icon: group?.icon,
    title: label,
    text: page?.description ?? '',
    context: group && group.href !== href ? group.label : '',
    also: page && page.title !== label ? page.title : '',
    href,
  }
}

/** Home shows the week, with all that can be done about it. */
function eventEntry({ event }: NamedEvent): Entry {
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

function tabEntry({ id, label, path, title }: ListedTab, shown: Page | undefined): Entry {
  return {
    group: 'Pages',
    title: label,
    text: shown?.description ?? '',
    context: title,
    also: shown && shown.title !== label ? shown.title : '',
    href: `${path}#${id}`,
  }
}

function videoEntry({ title, text, speakers, fragment }: Video, context: string): Entry {
  const href = PLAYLIST_PATH + writeHash({ fragment, seconds: null })
  return { group: 'Videos', title, text, context, also: speakers.join(', '), href }
}

import { type CollectionEntry, getCollection } from 'astro:content'
import { DomUtils, parseDocument } from 'htmlparser2'
import { type AudienceMark, partOf } from '#src/shared/audience.ts'
import { openTabs } from '#src/schemas/page-frames.ts'
import type { Page } from '#src/schemas/page.ts'
import { pagesOf } from '#src/shared/navigation.ts'
import type { Cohort, Video } from '#src/shared/playlist/cohort.ts'
import { videoPath } from '#src/shared/playlist/view.ts'
import type { SearchEntry } from '#src/shared/search.ts'
import { formatDates } from '#src/events/format-recurrence.ts'
import { events, type NamedEvent } from './events.ts'
import { groupsOfPage, markFor } from './groups.ts'
import { pages } from './pages.ts'
import { readHome, readNavigation, readSite } from './site-content.ts'

/** Every page, tab, event, channel and video. A page outside the menu is listed as the tab that shows it. */
export async function readSearchEntries(cohorts: readonly Cohort[]): Promise<SearchEntry[]> {
  const { groups, channels } = await readNavigation()
  const { description } = await readHome()
  const { timezone } = await readSite()
  const pageFiles = await getCollection('pages')
  const texts = new Map(pageFiles.map((file) => [`/${file.id}`, textOf(file)]))
  const menuLinks = groups.flatMap((group) => pagesOf(group).map((link) => ({ ...link, group })))
  const menuLinkByPath = new Map(menuLinks.map((link) => [link.href, link]))
  const tabs = [...pages].flatMap(([path, page]) =>
    tabsOf(path, page).filter(({ id }) => !menuLinkByPath.has(`/${id}`)),
  )
  const tabPaths = new Set(tabs.map(({ id }) => `/${id}`))
  const pageEntry = (href: string, title: string, audience: AudienceMark, context?: string): SearchEntry => {
    const page = pages.get(href)
    return { group: 'Pages', audience, title, text: texts.get(href), context, also: page?.title, href }
  }

  return [
    { group: 'Pages', title: 'Home', text: description, also: 'start', href: '/' },
    ...menuLinks.map(({ href, label, audience, group }) =>
      pageEntry(href, label, audience, group.href === href ? undefined : group.label),
    ),
    ...[...pages]
      .filter(([path]) => !menuLinkByPath.has(path) && !tabPaths.has(path))
      .map(([path, { title, for: names, parent = '' }]) => {
        const above = menuLinkByPath.get(parent)
        return pageEntry(path, title, markFor(names), above && partOf(above.audience, above.label))
      }),
    ...events.map((event) => eventEntry(event, timezone)),
    ...tabs.map(({ id, label, audience, path, title }) => ({
      ...pageEntry(`/${id}`, label, audience, title),
      href: `${path}#${id}`,
    })),
    ...channels.map(({ label, href, audience }): SearchEntry => ({
      group: 'Channels',
      audience,
      title: label,
      also: 'chat',
      href,
    })),
    ...cohorts.flatMap(({ title, weeks }) =>
      weeks.flatMap((week) => week.videos.map((video) => videoEntry(video, `${title} · ${week.title}`))),
    ),
  ]
}

function textOf({ data, rendered }: CollectionEntry<'pages'>): string {
  const words = DomUtils.textContent(parseDocument(rendered?.html ?? '').children)
  return `${data.description} ${words}`.replace(/\s+/g, ' ').trim()
}

// An event without a page for the same members leads to home, which shows the week.
function eventEntry({ event }: NamedEvent, zone: string): SearchEntry {
  const { title, text, place, starts, repeats, for: names } = event
  const page = event.page && !groupsOfPage(event.page) ? event.page : '/'
  const time = { dates: formatDates(event), starts, repeats: repeats !== undefined, zone }
  return { group: 'Events', audience: markFor(names), title, text, time, also: place, href: page }
}

// Tabs inside tabs are listed with the page that they show.
function tabsOf(path: string, page: Page) {
  return openTabs(page.tabs, pages).map(({ id, label, audience }) => ({
    id,
    label,
    audience: markFor(page.for, ...audience),
    path,
    title: page.title,
  }))
}

function videoEntry({ title, text, speakers, fragment, audience }: Video, context: string): SearchEntry {
  const also = speakers.join(', ')
  return {
    group: 'Videos',
    audience: markFor(...audience),
    title,
    text,
    context,
    also,
    href: videoPath({ fragment, seconds: null }),
  }
}

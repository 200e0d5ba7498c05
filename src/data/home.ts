import { type CollectionEntry, getCollection } from 'astro:content'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import type { AnnouncementView, BannerView, HomeView, HomeWeek, NewsEntry } from '#src/shared/home.ts'
import { CALENDAR_PATH } from '#src/shared/paths.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { buildTime, pageDate, programmeZone, videoDate } from './content-dates.ts'
import { events, eventViews } from './events.ts'
import { readCohorts } from './playlist.ts'
import { readHome } from './site-content.ts'

/** Home looks 7 days ahead, so it knows its week until four weeks after the build. */
const DATES_END_AFTER_MS = 5 * 7 * DAY_MS

const MAX_NEWS = 8

/** What the home page chooses from in the browser. */
export async function readHomeView(): Promise<HomeView> {
  const pages = await getCollection('pages')
  return {
    week: await readWeek(pages),
    banner: await readBanner(),
    announcements: await readAnnouncements(),
    news: await readNews(pages),
  }
}

async function readWeek(pages: Page[]): Promise<HomeWeek> {
  const [cohort] = await readCohorts()
  const until = buildTime() + DATES_END_AFTER_MS
  // A session that was under way at the build still is.
  const views = eventViews(programmeZone, buildTime() - DAY_MS, until)
  const paths = new Set(views.map(({ page }) => page))
  return {
    zone: programmeZone,
    until,
    events: views,
    calendar: pages.some(({ id }) => `/${id}` === CALENDAR_PATH) ? CALENDAR_PATH : undefined,
    pages: Object.fromEntries(
      pages.filter(({ id }) => paths.has(`/${id}`)).map(({ id, data }) => [`/${id}`, data.title]),
    ),
    videos: (cohort?.weeks ?? []).flatMap((week) =>
      week.videos.map((video) => ({
        key: videoKey(video.path),
        week: week.title,
        title: video.title,
        fragment: video.fragment,
        minutes: Math.round((video.durationSeconds ?? 0) / 60),
      })),
    ),
  }
}

async function readBanner(): Promise<BannerView> {
  const { title, text, action, href, until, steps = [] } = (await readHome()).banner
  const video = until && videoKey(until)
  return {
    title,
    text,
    action,
    href,
    video,
    steps: steps.map((step) => {
      const deadline = events.find(({ name }) => name === step.due)
      if (!deadline) return { title: step.title, page: step.page, tick: step.page && video }
      const { name, event } = deadline
      const tick = deadlineKey(name, event.starts.slice(0, 10))
      return { title: step.title, page: step.page ?? event.page, tick }
    }),
  }
}

async function readAnnouncements(): Promise<AnnouncementView[]> {
  const dayFormat = new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: 'numeric',
    timeZone: programmeZone,
  })
  return (await getCollection('announcements'))
    .map(({ id, data, rendered }) => {
      const from = instantOf(data.from, programmeZone)
      const until = instantOf(data.until, programmeZone)
      const day = dayFormat.format(from)
      return { name: id, title: data.title, from, until, day, html: rendered?.html ?? '' }
    })
    .toSorted((one, other) => other.from - one.from)
}

async function readNews(pages: Page[]): Promise<NewsEntry[]> {
  const newPages = pages.map((page) => ({
    title: page.data.title,
    href: `/${page.id}`,
    kind: 'Page',
    addedAt: pageDate(page),
  }))
  const newVideos = (await readCohorts()).flatMap(({ weeks }) =>
    weeks.flatMap((week) =>
      week.videos.map((video) => ({
        title: video.title,
        href: pathOf({ fragment: video.fragment, seconds: null }),
        kind: `Video, ${week.title}`,
        addedAt: videoDate(video),
      })),
    ),
  )
  return [...newPages, ...newVideos]
    .flatMap(({ addedAt, ...entry }) => (addedAt === null ? [] : [{ ...entry, addedAt }]))
    .toSorted((one, other) => other.addedAt - one.addedAt)
    .slice(0, MAX_NEWS)
}

type Page = CollectionEntry<'pages'>

import { type CollectionEntry, getCollection } from 'astro:content'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import type { AnnouncementView, BannerView, HomeView, HomeWeek, NewsEntry } from '#src/shared/home.ts'
import { CALENDAR_PATH } from '#src/shared/paths.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { videoPath } from '#src/shared/playlist/view.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { buildTime, pageDate, programmeZone, videoDate } from './content-dates.ts'
import { events, eventViews } from './events.ts'
import { readCohorts } from './playlist.ts'
import { readHome } from './site-content.ts'

// Home looks 7 days ahead, so its week is complete until four weeks after the build.
const DATES_END_AFTER_MS = 5 * 7 * DAY_MS

const MAX_NEWS = 8

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
  const datesEndAt = buildTime() + DATES_END_AFTER_MS
  // The range begins before the build, to include sessions that are under way.
  const views = eventViews(programmeZone, buildTime() - DAY_MS, datesEndAt)
  const pagePaths = new Set(views.map(({ pagePath }) => pagePath))
  return {
    programmeZone,
    datesEndAt,
    events: views,
    calendarPath: pages.some(({ id }) => `/${id}` === CALENDAR_PATH) ? CALENDAR_PATH : undefined,
    pageTitles: Object.fromEntries(
      pages.filter(({ id }) => pagePaths.has(`/${id}`)).map(({ id, data }) => [`/${id}`, data.title]),
    ),
    videos: (cohort?.weeks ?? []).flatMap((week) =>
      week.videos.map((video) => ({
        progressKey: videoKey(video.path),
        weekTitle: week.title,
        title: video.title,
        fragment: video.fragment,
        minutes: Math.round((video.durationSeconds ?? 0) / 60),
      })),
    ),
  }
}

async function readBanner(): Promise<BannerView> {
  const { title, text, action, href, until, steps = [] } = (await readHome()).banner
  const progressKey = until && videoKey(until)
  return {
    title,
    text,
    buttonLabel: action,
    href,
    progressKey,
    steps: steps.map((step) => {
      const deadline = events.find(({ name }) => name === step.due)
      if (!deadline) return { title: step.title, href: step.page, progressKey: step.page && progressKey }
      const { name, event } = deadline
      return {
        title: step.title,
        href: step.page ?? event.page,
        progressKey: deadlineKey(name, event.starts.slice(0, 10)),
      }
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
      const showFrom = instantOf(data.from, programmeZone)
      return {
        name: id,
        title: data.title,
        showFrom,
        showUntil: instantOf(data.until, programmeZone),
        date: dayFormat.format(showFrom),
        html: rendered?.html ?? '',
      }
    })
    .toSorted((one, other) => other.showFrom - one.showFrom)
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
        href: videoPath({ fragment: video.fragment, seconds: null }),
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

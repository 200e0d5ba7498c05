import { getCollection } from 'astro:content'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { type AudienceMark, partOf } from '#src/shared/audience.ts'
import {
  type AnnouncementView,
  type BannerView,
  type HomeVideo,
  type HomeView,
  type HomeWeek,
  MAX_NEWS,
  type NewsEntry,
} from '#src/shared/home.ts'
import { newestCohorts, type Video, type Week } from '#src/shared/playlist/cohort.ts'
import { CALENDAR_PATH } from '#src/shared/paths.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { videoPath, videosOf } from '#src/shared/playlist/view.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { buildTime, pageDate, videoDate } from './content-dates.ts'
import { events, eventViews } from './events.ts'
import { groupsOfPage, markFor, withMark } from './groups.ts'
import { pages } from './pages.ts'
import { readCohorts } from './playlist.ts'
import { readHome, readSite } from './site-content.ts'

const { timezone: programmeZone } = await readSite()

// Home looks 7 days ahead, so its week is complete until four weeks after the build.
const DATES_END_AFTER_MS = 5 * 7 * DAY_MS

export async function readHomeView(): Promise<HomeView> {
  return {
    week: await readWeek(),
    banner: await readBanner(),
    announcements: await readAnnouncements(),
    news: await readNews(),
  }
}

async function readWeek(): Promise<HomeWeek> {
  const datesEndAt = buildTime() + DATES_END_AFTER_MS
  // The range begins before the build, to include sessions that are under way.
  return {
    programmeZone,
    datesEndAt,
    events: eventViews(programmeZone, buildTime() - DAY_MS, datesEndAt),
    calendarPath: pages.has(CALENDAR_PATH)
      ? partOf(markFor(groupsOfPage(CALENDAR_PATH)), CALENDAR_PATH)
      : undefined,
    cohorts: newestCohorts(await readCohorts()).map(({ audience, weeks }) => ({
      audience: markFor(...audience),
      videos: weeks.flatMap((week) => week.videos.map((video) => homeVideo(video, week))),
    })),
  }
}

function homeVideo(video: Video, week: Week): HomeVideo {
  return {
    audience: markFor(...video.audience),
    progressKey: videoKey(video.path),
    weekTitle: week.title,
    title: video.title,
    fragment: video.fragment,
    minutes: Math.round((video.durationSeconds ?? 0) / 60),
  }
}

async function readBanner(): Promise<BannerView> {
  const { title, text, action, href, until, steps = [] } = (await readHome()).banner
  const videos = (await readCohorts()).flatMap(videosOf)
  const progressKey = until && videoKey(until)
  return {
    title,
    audience: markFor(...(videos.find(({ path }) => path === until)?.audience ?? [])),
    text,
    button: withMark({ label: action, href }),
    progressKey,
    steps: steps.map((step) => {
      const deadline = events.find(({ name }) => name === step.due)
      const href = step.page ?? deadline?.event.page
      const audience = markFor(deadline?.event.for, groupsOfPage(href))
      if (!deadline) return { title: step.title, href, audience, progressKey: step.page && progressKey }
      const { name, event } = deadline
      return {
        title: step.title,
        audience,
        href,
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
        audience: markFor(data.for),
        title: data.title,
        showFrom,
        showUntil: instantOf(data.until, programmeZone),
        date: dayFormat.format(showFrom),
        html: rendered?.html ?? '',
      }
    })
    .toSorted((one, other) => other.showFrom - one.showFrom)
}

async function readNews(): Promise<NewsEntry[]> {
  const newPages = [...pages].map(([href, page]) => ({
    title: page.title,
    audience: markFor(page.for),
    href,
    kind: 'Page',
    addedAt: pageDate(href, page),
  }))
  const newVideos = (await readCohorts()).flatMap(({ weeks }) =>
    weeks.flatMap((week) =>
      week.videos.map((video) => ({
        title: video.title,
        audience: markFor(...video.audience),
        href: videoPath({ fragment: video.fragment, seconds: null }),
        kind: `Video, ${week.title}`,
        addedAt: videoDate(video),
      })),
    ),
  )
  return [...newPages, ...newVideos]
    .flatMap(({ addedAt, ...entry }) => (addedAt === null ? [] : [{ ...entry, addedAt }]))
    .toSorted((one, other) => other.addedAt - one.addedAt)
    .filter(isAmongNewest(MAX_NEWS))
}

/** Keeps so many of each audience, because a member may get none of the others. */
function isAmongNewest(amount: number) {
  const counts = new Map<AudienceMark, number>()
  return ({ audience }: Pick<NewsEntry, 'audience'>) => {
    counts.set(audience, (counts.get(audience) ?? 0) + 1)
    return (counts.get(audience) ?? 0) <= amount
  }
}

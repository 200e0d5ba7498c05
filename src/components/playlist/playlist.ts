import { getCollection } from 'astro:content'
import { newestOf } from '#src/shared/news/visit.ts'
import type { Cohort, Video, Week } from '#src/shared/playlist/model.ts'
import type { Amount, CohortView, PlaylistView, VideoView, WeekView } from '#src/shared/playlist/view.ts'
import { buildTime } from '../content-dates.ts'
import { videoDate } from '../content-dates.ts'
import { wordsOf } from './words.ts'

/** A cohort with more videos than this brings its weeks into the page one by one. */
export const VIDEOS_AT_ONCE = 120

/** Fragments in one of the finder's files: a few kilobytes. */
const FRAGMENTS_A_SHARD = 200

/** Every cohort, the newest first. What has no video yet is not shown. */
export async function readCohorts(): Promise<Cohort[]> {
  const entries = await getCollection('playlist')
  const cohorts = entries.sort((a, b) => a.data.order - b.data.order).map(({ data }) => data.cohort)
  return cohorts.map(withoutEmptyWeeks).filter(({ weeks }) => weeks.length > 0)
}

function withoutEmptyWeeks(cohort: Cohort): Cohort {
  const weeks = cohort.weeks.filter(({ videos }) => videos.length > 0)
  // The very same where it can be: `amountOf` knows a cohort again.
  return weeks.length === cohort.weeks.length ? cohort : { ...cohort, weeks }
}

export function videosOf({ weeks }: Cohort): Video[] {
  return weeks.flatMap(({ videos }) => videos)
}

/** Those that have a transcript. */
export function spokenIn(cohort: Cohort): Video[] {
  return videosOf(cohort).filter(({ cues }) => cues.length > 0)
}

/** Asked by every page for every cohort, so that it is added up once. */
export function amountOf(group: Cohort | Week): Amount {
  const known = amounts.get(group)
  if (known) return known
  const videos = 'weeks' in group ? videosOf(group) : group.videos
  const seconds = videos.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const amount = {
    count: videos.length,
    minutes: Math.round(seconds / 60),
    at: newestOf(videos.map(videoDate), buildTime()),
  }
  amounts.set(group, amount)
  return amount
}

const amounts = new WeakMap<Cohort | Week, Amount>()

/** Whether a cohort's page holds it whole, or only the week that is asked for. */
export function isShownWhole(cohort: Cohort): boolean {
  return amountOf(cohort).count <= VIDEOS_AT_ONCE
}

export function finderShards(cohorts: readonly Cohort[]): number {
  const fragments = cohorts.flatMap(videosOf).reduce((total, { aliases }) => total + 1 + aliases.length, 0)
  return Math.max(1, Math.ceil(fragments / FRAGMENTS_A_SHARD))
}

/** What the page that opens this week tells its script. */
export function playlistView(cohorts: Cohort[], open: { cohort: Cohort; week: Week }): PlaylistView {
  return {
    cohorts: cohorts.map((cohort) =>
      cohort === open.cohort ? cohortView(cohort, open.week) : { ...groupView(cohort), weeks: null },
    ),
    week: open.week.path,
    shards: finderShards(cohorts),
  }
}

/** @param open comes along although the cohort is too large to come whole. */
export function cohortView(cohort: Cohort, open?: Week): CohortView {
  const isHere = (week: Week) => week === open || isShownWhole(cohort)
  return {
    ...groupView(cohort),
    weeks: cohort.weeks.map((week) => (isHere(week) ? weekView(week) : { ...groupView(week), videos: null })),
  }
}

export function weekView(week: Week): WeekView {
  return { ...groupView(week), videos: week.videos.map(videoView) }
}

function videoView(video: Video): VideoView {
  const { path, title, fragment, aliases, videoId, speakers, date, durationSeconds, description, cues } =
    video
  return {
    path,
    title,
    fragment,
    aliases,
    videoId,
    speakers,
    date,
    at: videoDate(video),
    durationSeconds,
    description: wordsOf(description),
    hasTranscript: cues.length > 0,
  }
}

function groupView(group: Cohort | Week) {
  return { path: group.path, title: group.title, ...amountOf(group) }
}

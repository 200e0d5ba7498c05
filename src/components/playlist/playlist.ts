import { getCollection } from 'astro:content'
import type { Cohort, Video, Week } from '#src/shared/playlist/model.ts'

export const PLAYLIST_PATH = '/video-playlist'

/** A cohort with more videos than this brings its weeks into the page one by one. */
export const VIDEOS_AT_ONCE = 120

/** Fragments in one of the finder's files: a few kilobytes. */
const FRAGMENTS_A_SHARD = 200

/** Every cohort, the newest first. */
export async function readCohorts(): Promise<Cohort[]> {
  const entries = await getCollection('playlist')
  return entries.sort((a, b) => a.data.order - b.data.order).map(({ data }) => data.cohort)
}

export function videosOf({ weeks }: Cohort): Video[] {
  return weeks.flatMap(({ videos }) => videos)
}

/** Whether a cohort's page holds it whole, or only the week that is asked for. */
export function isShownWhole(cohort: Cohort): boolean {
  return cohort.weeks.reduce((total, { videos }) => total + videos.length, 0) <= VIDEOS_AT_ONCE
}

/** The page that holds this week's videos. */
export function pageOf(cohort: Cohort, week: Week): string {
  return `${PLAYLIST_PATH}/${isShownWhole(cohort) ? cohort.path : week.path}`
}

export function finderShards(cohorts: readonly Cohort[]): number {
  const fragments = cohorts.flatMap(videosOf).reduce((total, { aliases }) => total + 1 + aliases.length, 0)
  return Math.max(1, Math.ceil(fragments / FRAGMENTS_A_SHARD))
}

/** `3 videos · 1 h 34 min`. */
export function summaryOf(videos: readonly Video[]): string {
  const count = `${videos.length} ${videos.length === 1 ? 'video' : 'videos'}`
  const minutes = Math.round(videos.reduce((sum, video) => sum + (video.durationSeconds ?? 0), 0) / 60)
  if (minutes === 0) return count
  return minutes < 60
    ? `${count} · ${minutes} min`
    : `${count} · ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

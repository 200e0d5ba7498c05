import type { AudienceMark } from '#src/shared/audience.ts'
import { fragmentKey } from '#src/shared/playlist/fragment.ts'
import { type CohortView, type VideoView, videosOf, type WeekView } from '#src/shared/playlist/view.ts'

export type Cohorts = readonly CohortView[]

export function allVideos(cohorts: Cohorts): VideoView[] {
  return cohorts.flatMap(videosOf)
}

/** @throws when none is loaded. */
export function firstVideo(cohorts: Cohorts): VideoView {
  const [first] = allVideos(cohorts)
  if (!first) throw new Error('The page has no video.')
  return first
}

/** The loaded video with a present or former fragment, else null. */
export function findVideo(cohorts: Cohorts, fragment: string): VideoView | null {
  const videos = allVideos(cohorts)
  const key = fragmentKey(fragment)
  const matches = (name: string) => fragmentKey(name) === key
  const exact = videos.find((video) => video.fragment === fragment)
  return exact ?? videos.find((video) => [video.fragment, ...video.aliases].some(matches)) ?? null
}

/** The paths of a video's cohort and week: `cohort-17` and `cohort-17/01-week-1`. */
export function groupPathsOf({ path }: VideoView): [cohort: string, week: string] {
  const [cohort = '', week = ''] = path.split('/')
  return [cohort, `${cohort}/${week}`]
}

export function weekOf(cohorts: Cohorts, video: VideoView): WeekView | undefined {
  const week = groupPathsOf(video)[1]
  return cohorts.flatMap(({ weeks }) => weeks ?? []).find(({ path }) => path === week)
}

export function breadcrumbOf(cohorts: Cohorts, video: VideoView): string {
  const cohort = cohorts.find(({ path }) => path === groupPathsOf(video)[0])
  return [cohort?.title, weekOf(cohorts, video)?.title].filter(Boolean).join(' · ')
}

/** The previous (-1) or next (1) video in the cohort. null at the ends. */
export function adjacentVideo(cohorts: Cohorts, video: VideoView, offset: number): VideoView | null {
  const videos = allVideos(cohorts.filter(({ path }) => path === groupPathsOf(video)[0]))
  return videos[videos.findIndex(({ path }) => path === video.path) + offset] ?? null
}

/** What every member gets, as the HTML of the build has it. */
export function videosForAll(cohorts: Cohorts): CohortView[] {
  const isForAll = ({ audience }: { audience?: AudienceMark }) => audience === undefined
  const shown = cohorts.filter(isForAll).map((cohort) => {
    const weeks = cohort.weeks?.map((week) => ({ ...week, videos: week.videos.filter(isForAll) }))
    return weeks ? { ...cohort, weeks } : cohort
  })
  return withVideos(shown)
}

/** A member may get none of a week's videos. */
export function withVideos(cohorts: Cohorts): CohortView[] {
  return cohorts
    .map((cohort) => {
      const weeks = cohort.weeks?.filter(({ videos }) => videos.length > 0)
      return weeks ? { ...cohort, weeks } : cohort
    })
    .filter(({ weeks }) => weeks?.length !== 0)
}

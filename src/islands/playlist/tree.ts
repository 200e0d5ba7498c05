import { fragmentKey } from '#src/shared/playlist/fragment.ts'
import type { CohortView, VideoView, WeekView } from '#src/shared/playlist/view.ts'

export type Cohorts = readonly CohortView[]

/** Every cohort and week that is here. */
export function groupsOf(cohorts: Cohorts): (CohortView | WeekView)[] {
  return cohorts.flatMap((cohort) => [cohort, ...(cohort.weeks ?? [])])
}

/** Every video that is here, in the order of the list. */
export function videosOf(cohorts: Cohorts): VideoView[] {
  return cohorts.flatMap(({ weeks }) => weeks?.flatMap(({ videos }) => videos) ?? [])
}

/** The first video of the page. @throws when the page holds none. */
export function firstOf(cohorts: Cohorts): VideoView {
  const [first] = videosOf(cohorts)
  if (!first) throw new Error('The page holds no video.')
  return first
}

/** The video of a present or former fragment. null when it is not here. */
export function findVideo(cohorts: Cohorts, fragment: string): VideoView | null {
  const videos = videosOf(cohorts)
  const key = fragmentKey(fragment)
  const isMeant = (name: string) => fragmentKey(name) === key
  const exact = videos.find((video) => video.fragment === fragment)
  return exact ?? videos.find((video) => [video.fragment, ...video.aliases].some(isMeant)) ?? null
}

/** `cohort-17` and `cohort-17/01-week-1`: where a video is. */
export function groupsAround({ path }: VideoView): [cohort: string, week: string] {
  const [cohort = '', week = ''] = path.split('/')
  return [cohort, `${cohort}/${week}`]
}

/** The week of a video that is here. */
export function weekOf(cohorts: Cohorts, video: VideoView): WeekView | undefined {
  const week = groupsAround(video)[1]
  return cohorts.flatMap(({ weeks }) => weeks ?? []).find(({ path }) => path === week)
}

/** `Cohort 17 · Week 1`. */
export function whereOf(cohorts: Cohorts, video: VideoView): string {
  const cohort = cohorts.find(({ path }) => path === groupsAround(video)[0])
  return [cohort?.title, weekOf(cohorts, video)?.title].filter(Boolean).join(' · ')
}

/** The video before or after one in its cohort. null at the ends. */
export function neighbourOf(cohorts: Cohorts, video: VideoView, by: number): VideoView | null {
  const videos = videosOf(cohorts.filter(({ path }) => path === groupsAround(video)[0]))
  return videos[videos.findIndex(({ path }) => path === video.path) + by] ?? null
}

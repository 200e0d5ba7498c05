import { getCollection } from 'astro:content'
import { markFor } from './groups.ts'
import { type Cohort, newestCohorts, type Video, type Week } from '#src/shared/playlist/cohort.ts'
import {
  type CohortView,
  type GroupView,
  sizeOf,
  videosOf,
  type VideoView,
} from '#src/shared/playlist/view.ts'

/** Every cohort with videos, the newest first, without empty weeks. */
export async function readCohorts(): Promise<Cohort[]> {
  const entries = await getCollection('playlist')
  return entries
    .sort((a, b) => a.data.order - b.data.order)
    .map(({ data: { cohort } }) => ({
      ...cohort,
      weeks: cohort.weeks.filter(({ videos }) => videos.length > 0),
    }))
    .filter(({ weeks }) => weeks.length > 0)
}

export function videosWithTranscript(cohort: Cohort): Video[] {
  return videosOf(cohort).filter(({ cues }) => cues.length > 0)
}

/** With the weeks of the newest cohorts, and of those in which members see different videos. */
export function playlistView(cohorts: Cohort[]): CohortView[] {
  const newest = newestCohorts(cohorts)
  return cohorts.map((cohort) => {
    const { audience } = cohort
    const isSame = videosOf(cohort).every((video) => video.audience.length === audience.length)
    return isSame && !newest.includes(cohort)
      ? { ...groupView(cohort), weeks: null, ...sizeOf(videosOf(cohort)) }
      : cohortView(cohort)
  })
}

export function cohortView(cohort: Cohort): CohortView {
  const weeks = cohort.weeks.map((week) => ({ ...groupView(week), videos: week.videos.map(videoView) }))
  return { ...groupView(cohort), weeks }
}

function videoView(video: Video): VideoView {
  const { text: _text, cues, published: _published, audience, ...shown } = video
  return { ...shown, audience: markFor(...audience), hasTranscript: cues.length > 0 }
}

function groupView({ path, title, audience }: Cohort | Week): GroupView {
  return { path, title, audience: markFor(...audience) }
}

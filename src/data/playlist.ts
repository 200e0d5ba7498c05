import { getCollection } from 'astro:content'
import type { Cohort, Video, Week } from '#src/shared/playlist/cohort.ts'
import type { CohortView, GroupView, VideoView } from '#src/shared/playlist/view.ts'

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

function videosOf({ weeks }: Cohort): Video[] {
  return weeks.flatMap(({ videos }) => videos)
}

export function videosWithTranscript(cohort: Cohort): Video[] {
  return videosOf(cohort).filter(({ cues }) => cues.length > 0)
}

export function playlistView(cohorts: Cohort[], loadedCohort: Cohort): CohortView[] {
  return cohorts.map((cohort) =>
    cohort === loadedCohort ? cohortView(cohort) : { ...groupView(cohort), weeks: null },
  )
}

export function cohortView(cohort: Cohort): CohortView {
  const weeks = cohort.weeks.map((week) => ({ ...groupView(week), videos: week.videos.map(videoView) }))
  return { ...groupView(cohort), weeks }
}

function videoView(video: Video): VideoView {
  const { text: _text, cues, published: _published, ...shown } = video
  return { ...shown, hasTranscript: cues.length > 0 }
}

function groupView(group: Cohort | Week): GroupView {
  const videos = 'weeks' in group ? videosOf(group) : group.videos
  const seconds = videos.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  return {
    path: group.path,
    title: group.title,
    count: videos.length,
    minutes: Math.round(seconds / 60),
  }
}

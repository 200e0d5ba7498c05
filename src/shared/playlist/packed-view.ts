import { toFragment } from './fragment.ts'
import type { CohortView, PlaylistView, VideoView, WeekView, Words } from './view.ts'

/**
 * What a page tells its script, which the page holds as HTML already: without names of fields and without what follows
 * from something else. Of the descriptions only that of the video which is shown first.
 */
export interface PackedView extends Omit<PlaylistView, 'cohorts'> {
  cohorts: PackedCohort[]
}

type PackedCohort = [
  path: string,
  title: string,
  count: number,
  minutes: number,
  at: number | null,
  weeks: PackedWeek[] | null,
]

type PackedWeek = [
  name: string,
  title: string,
  count: number,
  minutes: number,
  at: number | null,
  videos: PackedVideo[] | null,
]

type PackedVideo = [
  name: string,
  title: string,
  videoId: string,
  speakers: string[],
  date: string | null,
  at: number | null,
  durationSeconds: number | null,
  hasTranscript: boolean,
  /** null where the title makes it. */
  fragment: string | null,
  aliases: string[],
  description: Words | null,
]

export function packView(view: PlaylistView, first: VideoView): PackedView {
  const packVideo = (video: VideoView): PackedVideo => [
    nameOf(video),
    video.title,
    video.videoId,
    video.speakers,
    video.date,
    video.at,
    video.durationSeconds,
    video.hasTranscript,
    video.fragment === toFragment(video.title) ? null : video.fragment,
    video.aliases,
    video === first ? video.description : null,
  ]
  const packWeek = (week: WeekView): PackedWeek => [
    nameOf(week),
    week.title,
    week.count,
    week.minutes,
    week.at,
    week.videos?.map(packVideo) ?? null,
  ]
  const packCohort = ({ path, title, count, minutes, at, weeks }: CohortView): PackedCohort => [
    path,
    title,
    count,
    minutes,
    at,
    weeks?.map(packWeek) ?? null,
  ]
  return { ...view, cohorts: view.cohorts.map(packCohort) }
}

export function unpackView(packed: PackedView): PlaylistView {
  return {
    ...packed,
    cohorts: packed.cohorts.map(([path, title, count, minutes, at, weeks]) => ({
      path,
      title,
      count,
      minutes,
      at,
      weeks: weeks?.map((week) => unpackWeek(path, week)) ?? null,
    })),
  }
}

function unpackWeek(cohort: string, [name, title, count, minutes, at, videos]: PackedWeek): WeekView {
  const path = `${cohort}/${name}`
  return { path, title, count, minutes, at, videos: videos?.map((video) => unpackVideo(path, video)) ?? null }
}

function unpackVideo(week: string, packed: PackedVideo): VideoView {
  const [
    name,
    title,
    videoId,
    speakers,
    date,
    at,
    durationSeconds,
    hasTranscript,
    fragment,
    aliases,
    description,
  ] = packed
  return {
    path: `${week}/${name}`,
    title,
    fragment: fragment ?? toFragment(title),
    aliases,
    videoId,
    speakers,
    date,
    at,
    durationSeconds,
    description,
    hasTranscript,
  }
}

function nameOf({ path }: WeekView | VideoView): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

import type { EventView } from './events/event-view.ts'

/** What the build knows of home. The browser chooses from it by its clock and the member's progress. */
export interface HomeView {
  week: HomeWeek
  banner: BannerView
  /** All of the programme, the latest first. */
  announcements: readonly AnnouncementView[]
  /** The latest first. */
  news: readonly NewsEntry[]
}

export interface HomeWeek {
  /** The programme's zone. */
  zone: string
  /** Where the dates of this build end, in milliseconds since 1970. */
  until: number
  events: readonly EventView[]
  /** The path of the calendar's page; undefined for a programme without one. */
  calendar?: string | undefined
  /** The titles of the events' pages, by their paths. */
  pages: Readonly<Record<string, string>>
  /** Videos of the newest cohort, in order. */
  videos: readonly HomeVideo[]
}

export interface HomeVideo {
  /** The key of its progress. */
  key: string
  /** The title of its week. */
  week: string
  title: string
  fragment: string
  minutes: number
}

export interface BannerView {
  title: string
  text: string
  /** What its button says. */
  action: string
  href: string
  steps: readonly BannerStep[]
  /** Without steps: the key of the video that makes it unnecessary. Without this, too, it always stays. */
  video?: string | undefined
}

export interface BannerStep {
  title: string
  /** Where it is done; undefined for the account. */
  page?: string | undefined
  /** The key of the video or deadline that makes it done; undefined where a picture does. */
  tick?: string | undefined
}

export interface AnnouncementView {
  /** Name of its content file. */
  name: string
  title: string
  /** When home shows it, in milliseconds since 1970. */
  from: number
  until: number
  /** Its first day on the programme's calendar: 'June 4'. */
  day: string
  html: string
}

export interface NewsEntry {
  title: string
  href: string
  /** 'Page', or 'Video' with its week. */
  kind: string
  /** Since when it is new, in milliseconds since 1970. */
  addedAt: number
}

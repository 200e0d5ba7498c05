import type { EventView } from './events/event-view.ts'

/** All that home may show. The browser chooses from it by its clock and the member's progress. */
export interface HomeView {
  week: HomeWeek
  banner: BannerView
  announcements: readonly AnnouncementView[]
  news: readonly NewsEntry[]
}

export interface HomeWeek {
  programmeZone: string
  /** When the dates of this build end, in milliseconds since 1970. */
  datesEndAt: number
  events: readonly EventView[]
  calendarPath?: string | undefined
  pageTitles: Readonly<Record<string, string>>
  videos: readonly HomeVideo[]
}

export interface HomeVideo {
  progressKey: string
  weekTitle: string
  title: string
  fragment: string
  minutes: number
}

export interface BannerView {
  title: string
  text: string
  buttonLabel: string
  href: string
  steps: readonly BannerStep[]
  /** Without steps: the video that hides the banner once it is watched. Without this, too, the banner always stays. */
  progressKey?: string | undefined
}

export interface BannerStep {
  title: string
  /** Undefined for a step in the account. */
  href?: string | undefined
  /** The video or deadline that completes the step; undefined where the member's picture does. */
  progressKey?: string | undefined
}

export interface AnnouncementView {
  name: string
  title: string
  /** In milliseconds since 1970. */
  showFrom: number
  showUntil: number
  /** Its first day on the programme's calendar: 'June 4'. */
  date: string
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

import type { AudienceMark } from './audience.ts'
import type { EventView } from './events/event-view.ts'
import type { PageLink } from './navigation.ts'

/** All that home may show. The browser chooses from it by its clock and the member's progress. */
export interface HomeView {
  week: HomeWeek
  /** undefined where its video isn't for the member. */
  banner?: BannerView
  announcements: readonly AnnouncementView[]
  news: readonly NewsEntry[]
}

export interface HomeWeek {
  programmeZone: string
  /** When the dates of this build end, in milliseconds since 1970. */
  datesEndAt: number
  events: readonly EventView[]
  calendarPath?: string | undefined
  /** The newest cohorts, of which the member's is the first. */
  cohorts: readonly HomeCohort[]
}

export interface HomeCohort {
  audience?: AudienceMark
  videos: readonly HomeVideo[]
}

export interface HomeVideo {
  audience?: AudienceMark
  progressKey: string
  weekTitle: string
  title: string
  fragment: string
  minutes: number
}

export interface BannerView {
  audience?: AudienceMark
  title: string
  text: string
  /** undefined where its page isn't for the member. */
  button?: PageLink | undefined
  steps: readonly BannerStep[]
  /** Without steps: the video that hides the banner once it is watched. Without this, too, the banner always stays. */
  progressKey?: string | undefined
}

export interface BannerStep {
  title: string
  audience?: AudienceMark
  /** Undefined for a step in the account. */
  href?: string | undefined
  /** The video or deadline that completes the step; undefined where the member's picture does. */
  progressKey?: string | undefined
}

export interface AnnouncementView {
  audience?: AudienceMark
  name: string
  title: string
  /** In milliseconds since 1970. */
  showFrom: number
  showUntil: number
  /** Its first day on the programme's calendar: 'June 4'. */
  date: string
  html: string
}

export const MAX_NEWS = 8

export interface NewsEntry {
  audience?: AudienceMark
  title: string
  href: string
  /** 'Page', or 'Video' with its week. */
  kind: string
  /** Since when it is new, in milliseconds since 1970. */
  addedAt: number
}

import type { AudienceMark } from '../audience.ts'
import type { PageLink } from '../navigation.ts'
import { DAY_MS } from '../units.ts'

/** For how long home shows a missed deadline. A monthly one stays until the next. */
export const MISSED_STAYS_MS = 31 * DAY_MS

export interface EventView {
  name: string
  title: string
  kind: 'session' | 'due'
  minutes: number
  place?: string | undefined
  joinUrl?: string | undefined
  page?: PageLink | undefined
  audience?: AudienceMark
  /** Starts in minutes since 1970, each with the programme zone's offset from UTC in minutes. */
  starts: readonly (readonly [minute: number, offset: number])[]
}

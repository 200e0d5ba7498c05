import * as z from 'zod/mini'
import { OLDEST_PROGRESS_MS } from '../playlist/limits.ts'
import type { Visit } from './visit.ts'

/** Of so many announcements the portal remembers that a member dismissed them: the last ones. */
export const MOST_DISMISSED = 50

/** An announcement's file without its ending. */
export const ANNOUNCEMENT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const ANNOUNCEMENT_NAME_MAX_CHARACTERS = 100

const msAgo = z.int().check(z.minimum(0), z.maximum(OLDEST_PROGRESS_MS))
const name = z.string().check(z.maxLength(ANNOUNCEMENT_NAME_MAX_CHARACTERS), z.regex(ANNOUNCEMENT_NAME))

/** A visit as one side tells another. Times are told as how long ago, because clocks of devices are wrong. */
export const VisitForm = z.strictObject({
  sinceMsAgo: z.nullable(msAgo),
  beganMsAgo: msAgo,
  /** Announcements; from a browser, those it dismissed since it last told. */
  dismissed: z.array(name).check(z.maxLength(MOST_DISMISSED)),
})
export type VisitForm = z.output<typeof VisitForm>

export function toVisitForm({ since, began }: Visit, dismissed: readonly string[], now: number): VisitForm {
  const ago = (moment: number) => Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(now - moment)))
  return {
    sinceMsAgo: since === null ? null : ago(since),
    beganMsAgo: ago(began),
    dismissed: dismissed.slice(0, MOST_DISMISSED),
  }
}

export function fromVisitForm({ sinceMsAgo, beganMsAgo }: VisitForm, now: number): Visit {
  return { since: sinceMsAgo === null ? null : now - sinceMsAgo, began: now - beganMsAgo, seen: now }
}

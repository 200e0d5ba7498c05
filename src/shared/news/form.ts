import * as z from 'zod/mini'
import { OLDEST_PROGRESS_MS } from '../playlist/limits.ts'
import { ANNOUNCEMENT_NAME, ANNOUNCEMENT_NAME_MAX_CHARACTERS, MOST_DISMISSED } from './limits.ts'

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

import * as z from 'zod/mini'
import { CHANGES_AT_ONCE, OLDEST_PROGRESS_MS, VIDEO_MAX_SECONDS } from '../field-limits.ts'

const msAgo = z.nullable(z.int().check(z.minimum(0), z.maximum(OLDEST_PROGRESS_MS)))

const fields = {
  /** The `videoKey` of a video or the `deadlineKey` of a deadline, whose `watched` is its tick. */
  video: z.string(),
  positionSeconds: z.int().check(z.minimum(0), z.maximum(VIDEO_MAX_SECONDS)),
  /** null until the player reports it. */
  durationSeconds: z.nullable(z.int().check(z.minimum(1), z.maximum(VIDEO_MAX_SECONDS))),
  playedMsAgo: msAgo,
  watched: z.boolean(),
  markedMsAgo: msAgo,
}

/**
 * What a device has changed of a video or a deadline. Position and mark each have an age, because device clocks are wrong; null
 * when there is none.
 */
export const ProgressChange = z.strictObject(fields).check(
  z.refine(
    ({ positionSeconds, durationSeconds }) => durationSeconds === null || positionSeconds <= durationSeconds,
  ),
  z.refine(({ playedMsAgo, markedMsAgo }) => playedMsAgo !== null || markedMsAgo !== null),
)
export type ProgressChange = z.output<typeof ProgressChange>

/**
 * A row of the portal. Of a deadline, `isSent`: the programme's form has reported it done, so the member can't untick it;
 * `isByColleague`: a colleague has done it for the company.
 */
export const SavedProgress = z.object({ ...fields, isSent: z.boolean(), isByColleague: z.boolean() })
export type SavedProgress = z.output<typeof SavedProgress>

/** Each key once. */
export const ProgressInput = z.strictObject({
  changes: z.array(ProgressChange).check(
    z.minLength(1),
    z.maxLength(CHANGES_AT_ONCE),
    z.refine((changes) => new Set(changes.map(({ video }) => video)).size === changes.length),
  ),
})

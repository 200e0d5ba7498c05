import * as z from 'zod/mini'
import { CHANGES_AT_ONCE, OLDEST_PROGRESS_MS, VIDEO_MAX_SECONDS } from '../field-limits.ts'

const msAgo = z.nullable(z.int().check(z.minimum(0), z.maximum(OLDEST_PROGRESS_MS)))

const fields = {
  video: z.string(),
  positionSeconds: z.int().check(z.minimum(0), z.maximum(VIDEO_MAX_SECONDS)),
  /** null until the player reports it. */
  durationSeconds: z.nullable(z.int().check(z.minimum(1), z.maximum(VIDEO_MAX_SECONDS))),
  playedMsAgo: msAgo,
  watched: z.boolean(),
  markedMsAgo: msAgo,
}

/**
 * How far a member is with a video, or whether a deadline is done. Position and mark each have an age, because device clocks
 * are wrong; null when there is none.
 */
export const VideoProgress = z.strictObject(fields).check(
  z.refine(
    ({ positionSeconds, durationSeconds }) => durationSeconds === null || positionSeconds <= durationSeconds,
  ),
  z.refine(({ playedMsAgo, markedMsAgo }) => playedMsAgo !== null || markedMsAgo !== null),
)
export type VideoProgress = z.output<typeof VideoProgress>

/**
 * As the portal has it. `isSent`: the programme's form has said that it is done, so the member can't take it back.
 * `isByColleague`: someone of their company has done it for all.
 */
export const KnownProgress = z.object({ ...fields, isSent: z.boolean(), isByColleague: z.boolean() })
export type KnownProgress = z.output<typeof KnownProgress>

/**
 * What a device sends: each video once. The session says whose it is. Accepts only these keys, so that no one can fill the
 * table with invented keys.
 */
export function progressFormFor(known: ReadonlySet<string>) {
  return z.strictObject({
    changes: z.array(VideoProgress).check(
      z.minLength(1),
      z.maxLength(CHANGES_AT_ONCE),
      z.refine((changes) => new Set(changes.map(({ video }) => video)).size === changes.length),
      z.refine((changes) => changes.every(({ video }) => known.has(video))),
    ),
  })
}

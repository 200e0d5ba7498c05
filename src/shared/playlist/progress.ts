import * as z from 'zod/mini'
import { DEADLINE_KEY } from '../events/deadline-key.ts'
import { CHANGES_AT_ONCE, OLDEST_PROGRESS_MS, VIDEO_MAX_SECONDS } from '../field-limits.ts'
import { VIDEO_KEY, VIDEO_KEY_MAX_CHARACTERS } from './video-key.ts'

const msAgo = z.nullable(z.int().check(z.minimum(0), z.maximum(OLDEST_PROGRESS_MS)))

const fields = {
  video: z.string().check(z.maxLength(VIDEO_KEY_MAX_CHARACTERS), z.refine(isProgressKey)),
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

/** As the portal has it. `isSent`: the programme's form has said that it is done, so the member can't take it back. */
export const KnownProgress = z.object({ ...fields, isSent: z.boolean() })
export type KnownProgress = z.output<typeof KnownProgress>

/** What a device sends: each video once. The session says whose it is. */
export const ProgressForm = z.strictObject({
  changes: z.array(VideoProgress).check(
    z.minLength(1),
    z.maxLength(CHANGES_AT_ONCE),
    z.refine((changes) => new Set(changes.map(({ video }) => video)).size === changes.length),
  ),
})
export type ProgressForm = z.output<typeof ProgressForm>

/** Accepts only these keys, so that no one can fill the table with invented keys. */
export function progressFormFor(known: ReadonlySet<string>): typeof ProgressForm {
  return ProgressForm.check(z.refine(({ changes }) => changes.every(({ video }) => known.has(video))))
}

function isProgressKey(key: string): boolean {
  return VIDEO_KEY.test(key) || DEADLINE_KEY.test(key)
}

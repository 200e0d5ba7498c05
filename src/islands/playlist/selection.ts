import { resumeAt, type Known } from '#src/shared/playlist/known.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'

/** The video that is shown, and how it came to be. */
export interface Selection {
  video: VideoView
  /** The moment that a link or a hit named; the video begins there, whatever else is known. */
  seconds: number | null
  cause: Cause
  /** What the address names and nobody can find; null when it names a video, or nothing. */
  missing: string | null
  /** Why the address changes next, unless it is by the browser's own buttons. */
  next: Cause
}

/**
 * `continue`: by the link on top, which plays where the member left. `next`: by what is offered at a video's end, which
 * plays in any case.
 */
export type Cause = 'load' | 'press' | 'history' | 'continue' | 'next'

export type SelectionAction =
  /** Somebody pressed something, and the address will follow. */
  | { type: 'pressed'; cause: Cause }
  /** The address names this video, or one that is missing. */
  | { type: 'shown'; video: VideoView; seconds: number | null; missing: string | null }

export function selectionOf(video: VideoView): Selection {
  return { video, seconds: null, cause: 'load', missing: null, next: 'history' }
}

export function reduceSelection(selection: Selection, action: SelectionAction): Selection {
  if (action.type === 'pressed') return { ...selection, next: action.cause }
  const { video, seconds, missing } = action
  return { video, seconds, missing, cause: selection.next, next: 'history' }
}

/** Where to begin, over a video’s drawing. */
export interface Offer {
  /** Where the member was, or a moment that a link or a hit named. */
  verb: 'Resume at' | 'Play from'
  seconds: number
  /** How much of the video lies before that; null where nobody has seen it. */
  seenPart: number | null
}

/** The moment a link or a hit named goes before the one that is known. */
export function offerOf(linked: number | null, known: Known | undefined): Offer | null {
  if (linked !== null) return linked > 0 ? { verb: 'Play from', seconds: linked, seenPart: null } : null
  const seconds = known ? resumeAt(known) : null
  if (!known || seconds === null) return null
  const { durationSeconds } = known
  return { verb: 'Resume at', seconds, seenPart: durationSeconds && seconds / durationSeconds }
}

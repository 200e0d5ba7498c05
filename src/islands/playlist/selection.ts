import type { VideoView } from '#src/shared/playlist/view.ts'

/** The video that is shown, and how it came to be. */
export interface Selection {
  video: VideoView
  /** The moment that a link or a hit named; the video begins there, whatever else is known. */
  seconds: number | null
  cause: Cause
  /** Why the address changes next, unless it is by the browser's own buttons. */
  next: Cause
}

/** `continue`: by the link on top, which plays where the member left. */
export type Cause = 'load' | 'press' | 'history' | 'search' | 'continue'

export type SelectionAction =
  /** Somebody pressed something, and the address will follow. */
  | { type: 'pressed'; cause: Cause }
  /** The address names this video. */
  | { type: 'shown'; video: VideoView; seconds: number | null }

export function selectionOf(video: VideoView): Selection {
  return { video, seconds: null, cause: 'load', next: 'load' }
}

export function reduceSelection(selection: Selection, action: SelectionAction): Selection {
  if (action.type === 'pressed') return { ...selection, next: action.cause }
  const { video, seconds } = action
  return { video, seconds, cause: selection.next, next: 'history' }
}

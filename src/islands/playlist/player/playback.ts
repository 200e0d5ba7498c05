import type { ErrorCode } from '#src/shared/errors.ts'
import type { FrameMessage, PlayerState } from './frame-client.ts'

/**
 * The page's one player: `facade → loading → ready → playing ⇄ paused, buffering → ended → dismissed`, or `failed`. It is
 * `loading` until the frame answers, `late` when that takes long, and `ready` while the frame waits for a click inside it. At
 * the end 'Up next' is offered until the member dismisses it: `dismissed`.
 */
export type Playback = { step: 'facade' } | InFrame | { step: 'failed'; error: PlaybackError }

export interface InFrame {
  step: 'loading' | 'late' | 'ready' | 'playing' | 'paused' | 'buffering' | 'ended' | 'dismissed'
  /** The key of its progress. */
  video: string
  /** The frame's address. */
  src: string
  seconds: number
  duration: number | null
  /** How often the frame was loaded again. */
  retries: number
}

export const FACADE: Playback = { step: 'facade' }

/** Loads a frame; one that did not answer is loaded again. */
export function start(before: Playback, at: Pick<InFrame, 'video' | 'src' | 'seconds'>): Playback {
  const retries = isInFrame(before) && isWaiting(before) ? before.retries + 1 : 0
  return { ...at, step: 'loading', duration: null, retries }
}

export function atStep(state: Playback, step: InFrame['step']): Playback {
  return isInFrame(state) ? { ...state, step } : state
}

export function seek(state: InFrame, seconds: number): InFrame {
  return { ...state, seconds: Math.max(0, Math.min(seconds, state.duration ?? Infinity)) }
}

export function isInFrame(state: Playback): state is InFrame {
  return state.step !== 'facade' && state.step !== 'failed'
}

/** Whether there is a position to save. */
export function hasBegun(state: Playback): state is InFrame {
  return isInFrame(state) && !isWaiting(state) && state.step !== 'ready'
}

function isWaiting({ step }: Playback): boolean {
  return step === 'loading' || step === 'late'
}

/** The position to save after a change. null when it is the same second. */
export function positionUpdate(before: Playback, after: Playback): PositionUpdate | null {
  if (!hasBegun(after)) return hasBegun(before) ? { ...before, isLast: true } : null
  const isResting = after.step === 'paused' || after.step === 'ended'
  if (isResting && after.step !== before.step) return { ...after, isLast: true }
  const isSameSecond = isInFrame(before) && Math.floor(before.seconds) === Math.floor(after.seconds)
  return isSameSecond ? null : { ...after, isLast: false }
}

export interface PositionUpdate extends InFrame {
  /** Whether the member stopped here: paused, at the end, or on the way to another video. */
  isLast: boolean
}

export type PlaybackError = Extract<ErrorCode, `video_${string}`>

export function afterMessage(state: Playback, message: FrameMessage): Playback {
  if (!isInFrame(state)) return state
  if (message.event === 'onError') return { step: 'failed', error: errors[message.code] ?? 'video_broken' }
  const answered: InFrame = isWaiting(state) ? { ...state, step: 'ready' } : state
  if (!('info' in message)) return answered
  const { currentTime, duration, state: step } = message.info
  const informed = {
    ...answered,
    duration: duration ?? state.duration,
    // Before it plays, a frame reports the start of the video, even when it will begin elsewhere.
    seconds: (hasBegun(state) ? currentTime : null) ?? answered.seconds,
  }
  return step ? inState(informed, step) : informed
}

function inState(state: InFrame, step: PlayerState): InFrame {
  if (step === 'unstarted' || step === 'cued') return state
  if (step !== 'ended') return { ...state, step }
  // A frame may report the end more than once.
  return {
    ...state,
    step: state.step === 'dismissed' ? 'dismissed' : 'ended',
    seconds: state.duration ?? state.seconds,
  }
}

/** By the numbers of the IFrame API's `onError`. */
const errors: Readonly<Record<number, PlaybackError>> = {
  100: 'video_gone',
  101: 'video_not_here',
  150: 'video_not_here',
  153: 'video_site_unknown',
}

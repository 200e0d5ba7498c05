import type { ErrorCode } from '#src/shared/errors.ts'
import type { FrameMessage, PlayerState } from './frame-client.ts'

/**
 * The page's one player: `facade → loading → ready → playing ⇄ paused, buffering → ended → stayed`, or `failed`. It is
 * `loading` until the frame answers, `late` when that takes long, and `ready` while the frame waits for a click inside it. At
 * the end 'Up next' is offered until the member dismisses it: `stayed`.
 */
export type Playback = { step: 'facade' } | InFrame | { step: 'failed'; error: PlaybackError }

export interface InFrame {
  step: 'loading' | 'late' | 'ready' | 'playing' | 'paused' | 'buffering' | 'ended' | 'stayed'
  /** The key of its progress. */
  video: string
  /** The frame's address. */
  src: string
  seconds: number
  duration: number | null
  /** How often the frame was loaded again. */
  retries: number
}

export type PlaybackAction =
  | { type: 'start'; video: string; src: string; seconds: number }
  | { type: 'message'; message: FrameMessage }
  /** The frame has not answered yet. */
  | { type: 'timeout' }
  /** Shown before the frame confirms it, so that a second toggle undoes the first. */
  | { type: 'toggle' }
  | { type: 'seek'; seconds: number }
  /** 'Up next' is dismissed. */
  | { type: 'stay' }
  /** Another video is shown. */
  | { type: 'unload' }

export const FACADE: Playback = { step: 'facade' }

export function reducePlayback(state: Playback, action: PlaybackAction): Playback {
  if (action.type === 'unload') return FACADE
  if (action.type === 'start') {
    const { video, src, seconds } = action
    const retries = isInFrame(state) && isWaiting(state) ? state.retries + 1 : 0
    return { step: 'loading', video, src, seconds, duration: null, retries }
  }
  if (!isInFrame(state)) return state
  switch (action.type) {
    case 'message':
      return afterMessage(state, action.message)
    case 'timeout':
      return { ...state, step: 'late' }
    case 'toggle':
      return hasBegun(state) ? { ...state, step: isGoing(state) ? 'paused' : 'playing' } : state
    case 'stay':
      return { ...state, step: 'stayed' }
    case 'seek':
      return { ...state, seconds: Math.max(0, Math.min(action.seconds, state.duration ?? Infinity)) }
  }
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

export function isGoing({ step }: Playback): boolean {
  return step === 'playing' || step === 'buffering'
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

function afterMessage(state: InFrame, message: FrameMessage): Playback {
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
    step: state.step === 'stayed' ? 'stayed' : 'ended',
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

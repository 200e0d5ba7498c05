import type { ErrorCode } from '#src/shared/errors.ts'
import type { FrameMessage, PlayerState } from './frame-client.ts'

/**
 * The one player of the page, from its drawing on: `facade → loading → ready → playing ⇄ paused, buffering → ended →
 * stayed`, or `refused`. Until the frame has answered it is `loading`; `ready` is a frame that waits for a press of its
 * own. At the end the next video is offered, until the member `stayed`.
 */
export type Playback = { step: 'facade' } | InFrame | { step: 'refused'; reason: Refusal }

export interface InFrame {
  step: 'loading' | 'ready' | 'playing' | 'paused' | 'buffering' | 'ended' | 'stayed'
  /** Under which its progress is kept. */
  video: string
  /** What the frame loads. */
  src: string
  seconds: number
  duration: number | null
}

export type PlaybackAction =
  | { type: 'started'; video: string; src: string; seconds: number }
  | { type: 'heard'; message: FrameMessage }
  /** The frame did not answer. */
  | { type: 'timed-out' }
  /** Told to go on or to rest; a second time before the frame's answer undoes the first. */
  | { type: 'toggled' }
  | { type: 'sought'; seconds: number }
  /** At the end, the next video is not wanted. */
  | { type: 'stayed' }
  /** Another video is shown. */
  | { type: 'left' }

export const FACADE: Playback = { step: 'facade' }

export function reducePlayback(state: Playback, action: PlaybackAction): Playback {
  if (action.type === 'left') return FACADE
  if (action.type === 'started') {
    const { video, src, seconds } = action
    return { step: 'loading', video, src, seconds, duration: null }
  }
  if (!isInFrame(state)) return state
  switch (action.type) {
    case 'heard':
      return afterMessage(state, action.message)
    case 'timed-out':
      return { step: 'refused', reason: 'video_unreachable' }
    case 'toggled':
      return hasBegun(state) ? { ...state, step: isGoing(state) ? 'paused' : 'playing' } : state
    case 'stayed':
      return { ...state, step: 'stayed' }
    case 'sought':
      return { ...state, seconds: Math.max(0, Math.min(action.seconds, state.duration ?? Infinity)) }
  }
}

export function isInFrame(state: Playback): state is InFrame {
  return state.step !== 'facade' && state.step !== 'refused'
}

/** Whether there is a position worth keeping. */
export function hasBegun(state: Playback): state is InFrame {
  return isInFrame(state) && state.step !== 'loading' && state.step !== 'ready'
}

export function isGoing({ step }: Playback): boolean {
  return step === 'playing' || step === 'buffering'
}

/** What a change of the playback says about the member's progress. */
export function momentBetween(before: Playback, after: Playback): Moment | null {
  if (!hasBegun(after)) return hasBegun(before) ? { ...before, how: 'left' } : null
  const isResting = after.step === 'paused' || after.step === 'ended'
  if (isResting && after.step !== before.step) return { ...after, how: 'left' }
  const isSameSecond = isInFrame(before) && Math.floor(before.seconds) === Math.floor(after.seconds)
  return isSameSecond ? null : { ...after, how: 'going' }
}

/** A position worth saving. */
export interface Moment extends InFrame {
  /** Whether it goes on from here, or was left here: paused, ended, taken away. */
  how: 'going' | 'left'
}

export type Refusal = Extract<ErrorCode, `video_${string}`>

function afterMessage(state: InFrame, message: FrameMessage): Playback {
  if (message.event === 'onError')
    return { step: 'refused', reason: refusals[message.code] ?? 'video_broken' }
  const answered: InFrame = state.step === 'loading' ? { ...state, step: 'ready' } : state
  if (!('info' in message)) return answered
  const { currentTime, duration, state: step } = message.info
  const informed = {
    ...answered,
    duration: duration ?? state.duration,
    // Before it begins a frame speaks of the start, wherever it was told to begin.
    seconds: (hasBegun(state) ? currentTime : null) ?? answered.seconds,
  }
  return step ? inState(informed, step) : informed
}

function inState(state: InFrame, step: PlayerState): InFrame {
  if (step === 'unstarted' || step === 'cued') return state
  if (step !== 'ended') return { ...state, step }
  // A frame may say more than once that it has ended.
  return {
    ...state,
    step: state.step === 'stayed' ? 'stayed' : 'ended',
    seconds: state.duration ?? state.seconds,
  }
}

/** By the numbers of the IFrame API's `onError`. */
const refusals: Readonly<Record<number, Refusal>> = {
  100: 'video_gone',
  101: 'video_not_here',
  150: 'video_not_here',
  153: 'video_site_unknown',
}

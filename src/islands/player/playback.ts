import type { ErrorCode } from '#src/shared/errors.ts'
import type { FrameInfo, FrameMessage, PlayerState } from './frame-client.ts'

/**
 * The one player of the page, from its drawing on: `facade → loading → ready → playing ⇄ paused, buffering → ended →
 * stayed`, or `refused`. Until the frame has answered it is `loading`; `ready` is a frame that waits for a press of its
 * own. At the end the next video is offered, until the member `stayed`.
 */
export type Playback = { step: 'facade' } | InFrame | { step: 'refused'; video: string; reason: Refusal }

export interface InFrame {
  step: 'loading' | 'ready' | 'playing' | 'paused' | 'buffering' | 'ended' | 'stayed'
  /** Under which its progress is kept. */
  video: string
  /** What the frame loads. */
  src: string
  seconds: number
  duration: number | null
}

type Begun = InFrame & { step: Exclude<InFrame['step'], 'loading' | 'ready'> }

export type PlaybackAction =
  | { type: 'started'; video: string; src: string; seconds: number }
  | { type: 'heard'; message: FrameMessage }
  /** The frame has said nothing for so long that nobody waits any more. */
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
  switch (action.type) {
    case 'started':
      return {
        step: 'loading',
        video: action.video,
        src: action.src,
        seconds: action.seconds,
        duration: null,
      }
    case 'left':
      return FACADE
    case 'heard':
      return isInFrame(state) ? afterMessage(state, action.message) : state
    case 'timed-out':
      return state.step === 'loading'
        ? { step: 'refused', video: state.video, reason: 'video_unreachable' }
        : state
    case 'toggled':
      return hasBegun(state) ? { ...state, step: isGoing(state) ? 'paused' : 'playing' } : state
    case 'stayed':
      return isInFrame(state) && state.step === 'ended' ? { ...state, step: 'stayed' } : state
    case 'sought':
      return isInFrame(state) ? { ...state, seconds: clamp(action.seconds, state.duration) } : state
  }
}

export function isInFrame(state: Playback): state is InFrame {
  return state.step !== 'facade' && state.step !== 'refused'
}

/** Whether there is a position worth keeping. */
export function hasBegun(state: Playback): state is Begun {
  return isInFrame(state) && state.step !== 'loading' && state.step !== 'ready'
}

export function isGoing({ step }: Playback): boolean {
  return step === 'playing' || step === 'buffering'
}

/** What a change of the playback tells of the member's progress. null when it tells nothing. */
export function momentBetween(before: Playback, after: Playback): Moment | null {
  if (!hasBegun(after)) return hasBegun(before) ? momentOf(before, 'left') : null
  const isResting = after.step === 'paused' || after.step === 'ended'
  if (isResting && after.step !== before.step) return momentOf(after, 'left')
  const isSameSecond = isInFrame(before) && Math.floor(before.seconds) === Math.floor(after.seconds)
  return isSameSecond ? null : momentOf(after, 'going')
}

export function momentOf({ video, seconds, duration }: InFrame, how: Moment['how']): Moment {
  return { video, positionSeconds: seconds, durationSeconds: duration, how }
}

export interface Moment {
  video: string
  positionSeconds: number
  durationSeconds: number | null
  /** Whether it goes on from here, or was left here: paused, ended, taken away. */
  how: 'going' | 'left'
}

export type Refusal = Extract<ErrorCode, `video_${string}`>

function afterMessage(state: InFrame, message: FrameMessage): Playback {
  const answered: InFrame = state.step === 'loading' ? { ...state, step: 'ready' } : state
  switch (message.event) {
    case 'onError':
      return { step: 'refused', video: state.video, reason: refusals[message.code] ?? 'video_broken' }
    case 'onStateChange':
      return inState(answered, message.state)
    case 'initialDelivery':
    case 'infoDelivery':
      return afterInfo(answered, message.info)
    default:
      return answered
  }
}

function afterInfo(state: InFrame, { currentTime, duration, state: step }: FrameInfo): InFrame {
  const told = {
    ...state,
    duration: duration ?? state.duration,
    // Before it begins a frame speaks of the start, wherever it was told to begin.
    seconds: hasBegun(state) ? (currentTime ?? state.seconds) : state.seconds,
  }
  return step === undefined ? told : inState(told, step)
}

function inState(state: InFrame, step: PlayerState): InFrame {
  if (step === 'unstarted' || step === 'cued') return state
  // A frame may say more than once that it has ended.
  if (step === 'ended') {
    const seconds = state.duration ?? state.seconds
    return { ...state, step: state.step === 'stayed' ? 'stayed' : 'ended', seconds }
  }
  return { ...state, step }
}

function clamp(seconds: number, duration: number | null): number {
  return Math.max(0, Math.min(seconds, duration ?? Infinity))
}

/** By the numbers of the IFrame API's `onError`. */
const refusals: Readonly<Record<number, Refusal>> = {
  2: 'video_broken',
  5: 'video_broken',
  100: 'video_gone',
  101: 'video_not_here',
  150: 'video_not_here',
  153: 'video_site_unknown',
}

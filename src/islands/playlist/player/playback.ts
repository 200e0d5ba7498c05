import type { ErrorCode } from '#src/shared/errors.ts'
import type { FrameMessage, PlayerState } from './frame-client.ts'

/**
 * The page's one player: `facade → loading → ready → playing ⇄ paused, buffering → ended → dismissed`, or `failed`. It is
 * `loading` until the frame answers, `late` when that takes long, and `ready` while the frame waits for a click inside it. At
 * the end 'Up next' is offered until the member dismisses it: `dismissed`.
 */
export type Playback = { status: 'facade' } | FramePlayback | { status: 'failed'; error: PlaybackError }

export interface FramePlayback {
  status: 'loading' | 'late' | 'ready' | 'playing' | 'paused' | 'buffering' | 'ended' | 'dismissed'
  progressKey: string
  src: string
  seconds: number
  duration: number | null
  retries: number
}

export const FACADE: Playback = { status: 'facade' }

export function load(
  before: Playback,
  video: Pick<FramePlayback, 'progressKey' | 'src' | 'seconds'>,
): Playback {
  const retries = hasFrame(before) && isWaiting(before) ? before.retries + 1 : 0
  return { ...video, status: 'loading', duration: null, retries }
}

export function withStatus(state: Playback, status: FramePlayback['status']): Playback {
  return hasFrame(state) ? { ...state, status } : state
}

export function seek(state: FramePlayback, seconds: number): FramePlayback {
  return { ...state, seconds: Math.max(0, Math.min(seconds, state.duration ?? Infinity)) }
}

export function hasFrame(state: Playback): state is FramePlayback {
  return state.status !== 'facade' && state.status !== 'failed'
}

export function hasBegun(state: Playback): state is FramePlayback {
  return hasFrame(state) && !isWaiting(state) && state.status !== 'ready'
}

function isWaiting({ status }: Playback): boolean {
  return status === 'loading' || status === 'late'
}

/** The position to save after a change. null when it is the same second. */
export function positionUpdate(before: Playback, after: Playback): PositionUpdate | null {
  if (!hasBegun(after)) return hasBegun(before) ? { ...before, isLast: true } : null
  const isResting = after.status === 'paused' || after.status === 'ended'
  if (isResting && after.status !== before.status) return { ...after, isLast: true }
  const isSameSecond = hasFrame(before) && Math.floor(before.seconds) === Math.floor(after.seconds)
  return isSameSecond ? null : { ...after, isLast: false }
}

export interface PositionUpdate extends FramePlayback {
  /** Whether the member stopped here: paused, at the end, or on the way to another video. */
  isLast: boolean
}

export type PlaybackError = Extract<ErrorCode, `video_${string}`>

export function afterMessage(state: Playback, message: FrameMessage): Playback {
  if (!hasFrame(state)) return state
  if (message.event === 'onError')
    return { status: 'failed', error: errorCodes[message.code] ?? 'video_broken' }
  const answered: FramePlayback = isWaiting(state) ? { ...state, status: 'ready' } : state
  if (!('info' in message)) return answered
  const { currentTime, duration, state: playerState } = message.info
  const withInfo = {
    ...answered,
    duration: duration ?? state.duration,
    // Before it plays, a frame reports the start of the video, even when it will begin elsewhere.
    seconds: (hasBegun(state) ? currentTime : null) ?? answered.seconds,
  }
  return playerState ? withPlayerState(withInfo, playerState) : withInfo
}

function withPlayerState(state: FramePlayback, playerState: PlayerState): FramePlayback {
  if (playerState === 'unstarted' || playerState === 'cued') return state
  if (playerState !== 'ended') return { ...state, status: playerState }
  // A frame may report the end more than once.
  return {
    ...state,
    status: state.status === 'dismissed' ? 'dismissed' : 'ended',
    seconds: state.duration ?? state.seconds,
  }
}

const errorCodes: Readonly<Record<number, PlaybackError>> = {
  100: 'video_gone',
  101: 'video_not_here',
  150: 'video_not_here',
  153: 'video_site_unknown',
}

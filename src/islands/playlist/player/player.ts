import { useSyncExternalStore } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { isSample, type VideoView } from '#src/shared/playlist/view.ts'
import { withPosition } from '#src/shared/playlist/watch-state.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { openProgress } from '../../../lib/progress-store.ts'
import { connectFrame, frameAddress, type FrameMessage } from './frame-client.ts'
import {
  afterMessage,
  atStep,
  FACADE,
  hasBegun,
  type InFrame,
  isInFrame,
  type Playback,
  positionUpdate,
  type PositionUpdate,
  seek,
  start,
} from './playback.ts'

/** What the member does with the page's one player. Each changes its state and commands the frame. */
export const player = {
  play: (video: VideoView, seconds: number) => {
    if (isSample(video)) return
    const src = frameAddress(video.videoId, seconds, location.origin)
    setPlayback(start(playback, { video: videoKey(video.path), src, seconds }))
  },
  /** Seeks within the shown video, or starts it at that second. */
  jump: (video: VideoView, seconds: number) => {
    if (!isInFrame(playback)) {
      player.play(video, seconds)
      return
    }
    seekTo(playback, seconds)
    command('playVideo')
  },
  isLoaded: () => isInFrame(playback),
  dismissUpNext: () => setPlayback(atStep(playback, 'stayed')),
  /** Removes the frame. */
  unload: () => setPlayback(FACADE),
  /** Saves the position once more before the page unloads. */
  report: () => {
    if (hasBegun(playback)) savePosition({ ...playback, isLast: true })
  },
  /** The frame's `ref`. */
  connect: (frame: HTMLIFrameElement) => {
    const timeout = setTimeout(() => setPlayback(atStep(playback, 'late')), ANSWER_WITHIN_MS)
    client = connectFrame(frame, (message) => {
      clearTimeout(timeout)
      onMessage(message)
    })
    return () => {
      clearTimeout(timeout)
      client?.close()
      client = null
    }
  },
}

/** The whole second at which the frame is; null without one. */
export function usePosition(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => (isInFrame(playback) ? Math.floor(playback.seconds) : null),
    () => null,
  )
}

/** The player as it is shown. */
export function usePlayback(): Playback {
  return useSyncExternalStore(
    subscribe,
    () => playback,
    () => FACADE,
  )
}

// Messages can come faster than renders.
let playback: Playback = FACADE
let client: ReturnType<typeof connectFrame> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setPlayback(next: Playback): void {
  const position = positionUpdate(playback, next)
  playback = next
  for (const listener of listeners) listener()
  if (position) savePosition(position)
}

function seekTo(before: InFrame, seconds: number): void {
  const sought = seek(before, seconds)
  setPlayback(sought)
  command('seekTo', sought.seconds, true)
}

function command(func: string, ...args: unknown[]): void {
  client?.command(func, ...args)
}

function onMessage(message: FrameMessage): void {
  if (message.event === 'onReady') {
    const speed = readStored(SPEED_KEY)
    if (speed !== null) command('setPlaybackRate', speed)
    command('playVideo')
  }
  if (message.event === 'onPlaybackRateChange') writeStored(SPEED_KEY, message.rate)
  setPlayback(afterMessage(playback, message))
}

function savePosition({ video, seconds, duration, isLast }: PositionUpdate): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  openProgress().record(video, (before, now) => withPosition(before, position, now), isLast ? 'now' : 'soon')
}

/** A network that blocks YouTube often drops requests without an answer. */
const ANSWER_WITHIN_MS = 8000

/** The speed that the member chose in YouTube's menu. A new frame doesn't know it. */
const SPEED_KEY = 'video-speed'

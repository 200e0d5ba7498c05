import { useSyncExternalStore } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { isSample, type VideoView } from '#src/shared/playlist/view.ts'
import { withPosition } from '#src/shared/playlist/watch-state.ts'
import { readStored, writeStored } from '../stored.ts'
import { openProgress } from '../stores/open-progress.ts'
import { connectFrame, frameAddress, type FrameMessage } from './frame-client.ts'
import {
  afterMessage,
  atStep,
  FACADE,
  hasBegun,
  type InFrame,
  isGoing,
  isInFrame,
  type Playback,
  positionUpdate,
  type PositionUpdate,
  seek,
  start,
  toggle,
} from './playback.ts'

/** What the member does with the page's one player. Each changes its state and commands the frame. */
export const player = {
  play: (video: VideoView, seconds: number) => {
    if (isSample(video)) return
    const { playback, preferences } = current()
    const src = frameAddress(video.videoId, seconds, preferences.captions, location.origin)
    become(start(playback, { video: videoKey(video.path), src, seconds }))
  },
  /** Seeks within the shown video, or starts it at that second. */
  jump: (video: VideoView, seconds: number) => {
    const { playback } = current()
    if (!isInFrame(playback)) {
      player.play(video, seconds)
      return
    }
    seekTo(playback, seconds)
    command('playVideo')
  },
  toggle: () => {
    const { playback } = current()
    command(isGoing(playback) ? 'pauseVideo' : 'playVideo')
    become(toggle(playback))
  },
  seekBy: (seconds: number) => {
    const { playback } = current()
    if (isInFrame(playback)) seekTo(playback, playback.seconds + seconds)
  },
  setSpeed: (speed: number) => {
    prefer({ speed })
    command('setPlaybackRate', speed)
  },
  setCaptions: (captions: boolean) => {
    prefer({ captions })
    command(captions ? 'loadModule' : 'unloadModule', 'captions')
  },
  /** Widens the player to the whole column (video.css); theatre-before-paint.ts does it for the next page. */
  setTheatre: (theatre: boolean) => {
    prefer({ theatre })
    document.documentElement.toggleAttribute('data-theatre', theatre)
  },
  /** Dismisses 'Up next'. */
  stay: () => become(atStep(current().playback, 'stayed')),
  /** Removes the frame. */
  unload: () => become(FACADE),
  /** Saves the position once more before the page unloads. */
  report: () => {
    const { playback } = current()
    if (hasBegun(playback)) savePosition({ ...playback, isLast: true })
  },
  /** The frame's `ref`. */
  connect: (frame: HTMLIFrameElement) => {
    const timeout = setTimeout(() => become(atStep(current().playback, 'late')), ANSWER_WITHIN_MS)
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

/** The player as it is shown. At build time, and until hydration, as in a browser that has stored nothing. */
export function usePlayer(): PlayerView {
  return useSyncExternalStore(subscribe, current, () => BEFORE_PLAY)
}

// Messages and keys can come faster than renders.
let state: PlayerView | null = null
let client: ReturnType<typeof connectFrame> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): PlayerView {
  const stored = () => readStored(PREFERENCES_KEY) as object | null
  return (state ??= { playback: FACADE, preferences: { ...DEFAULTS, ...stored() } })
}

function change(changed: Partial<PlayerView>): void {
  state = { ...current(), ...changed }
  for (const listener of listeners) listener()
}

function become(playback: Playback): void {
  const position = positionUpdate(current().playback, playback)
  change({ playback })
  if (position) savePosition(position)
}

function prefer(preferred: Partial<typeof DEFAULTS>): void {
  const preferences = { ...current().preferences, ...preferred }
  change({ preferences })
  writeStored(PREFERENCES_KEY, preferences)
}

function seekTo(playback: InFrame, seconds: number): void {
  const sought = seek(playback, seconds)
  become(sought)
  command('seekTo', sought.seconds, true)
}

function command(func: string, ...args: unknown[]): void {
  client?.command(func, ...args)
}

function onMessage(message: FrameMessage): void {
  const { playback, preferences } = current()
  if (message.event === 'onReady') {
    const { speed, volume } = preferences
    if (speed !== DEFAULTS.speed) command('setPlaybackRate', speed)
    if (volume !== DEFAULTS.volume) command('setVolume', volume)
    command('playVideo')
  }
  if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
  // The first delivery has the frame's defaults, from before it received the member's preferences.
  if (message.event === 'infoDelivery') {
    const { volume = preferences.volume } = message.info
    if (volume !== preferences.volume) prefer({ volume })
  }
  become(afterMessage(playback, message))
}

function savePosition({ video, seconds, duration, isLast }: PositionUpdate): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  openProgress().record(video, (before, now) => withPosition(before, position, now), isLast ? 'now' : 'soon')
}

/** A network that blocks YouTube often drops requests without an answer. */
const ANSWER_WITHIN_MS = 8000

/** The player's settings in this browser's local storage. */
const PREFERENCES_KEY = 'video-preferences'
const DEFAULTS = { speed: 1, captions: false, volume: 100, theatre: false }
const BEFORE_PLAY: PlayerView = { playback: FACADE, preferences: DEFAULTS }

interface PlayerView {
  playback: Playback
  preferences: typeof DEFAULTS
}

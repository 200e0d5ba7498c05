import { useEffect, useState } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { isSample, type VideoView } from '#src/shared/playlist/view.ts'
import { readStored, writeStored } from '../stored.ts'
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

/** The page's player. Its methods stay the same functions: they change the state and command the frame. */
export function usePlayer(onPosition: OnPosition) {
  const [state, show] = useState(BEFORE_PLAY)
  const [methods] = useState(() => createPlayer(show, onPosition))
  useEffect(() => methods.readPreferences(), [methods])
  return { ...state, ...methods }
}

function createPlayer(show: (state: typeof BEFORE_PLAY) => void, onPosition: OnPosition) {
  // Messages and keys can come faster than renders.
  let now = BEFORE_PLAY
  let client: ReturnType<typeof connectFrame> | null = null

  const change = (changed: Partial<typeof BEFORE_PLAY>) => {
    now = { ...now, ...changed }
    show(now)
  }
  const command = (func: string, ...args: unknown[]) => client?.command(func, ...args)
  const become = (playback: Playback) => {
    const position = positionUpdate(now.playback, playback)
    change({ playback })
    if (position) onPosition(position)
  }
  const seekTo = (playback: InFrame, seconds: number) => {
    const sought = seek(playback, seconds)
    become(sought)
    command('seekTo', sought.seconds, true)
  }
  const prefer = (preferred: Partial<typeof DEFAULTS>) => {
    const preferences = { ...now.preferences, ...preferred }
    change({ preferences })
    writeStored(PREFERENCES_KEY, preferences)
  }
  const onMessage = (message: FrameMessage) => {
    if (message.event === 'onReady') {
      const { speed, volume } = now.preferences
      if (speed !== DEFAULTS.speed) command('setPlaybackRate', speed)
      if (volume !== DEFAULTS.volume) command('setVolume', volume)
      command('playVideo')
    }
    if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
    // The first delivery has the frame's defaults, from before it received the member's preferences.
    if (message.event === 'infoDelivery') {
      const { volume = now.preferences.volume } = message.info
      if (volume !== now.preferences.volume) prefer({ volume })
    }
    become(afterMessage(now.playback, message))
  }
  const play = (video: VideoView, seconds: number) => {
    if (isSample(video)) return
    const { captions } = now.preferences
    const src = frameAddress(video.videoId, seconds, captions, location.origin)
    become(start(now.playback, { video: videoKey(video.path), src, seconds }))
  }

  return {
    readPreferences: () => {
      change({ preferences: { ...DEFAULTS, ...(readStored(PREFERENCES_KEY) as object | null) } })
    },
    play,
    /** Seeks within the shown video, or starts it at that second. */
    jump: (video: VideoView, seconds: number) => {
      if (!isInFrame(now.playback)) {
        play(video, seconds)
        return
      }
      seekTo(now.playback, seconds)
      command('playVideo')
    },
    toggle() {
      command(isGoing(now.playback) ? 'pauseVideo' : 'playVideo')
      become(toggle(now.playback))
    },
    seekBy(seconds: number) {
      if (isInFrame(now.playback)) seekTo(now.playback, now.playback.seconds + seconds)
    },
    setSpeed(speed: number) {
      prefer({ speed })
      command('setPlaybackRate', speed)
    },
    setCaptions(captions: boolean) {
      prefer({ captions })
      command(captions ? 'loadModule' : 'unloadModule', 'captions')
    },
    /** Widens the player to the whole column (video.css); theatre-before-paint.ts does it for the next page. */
    setTheatre(theatre: boolean) {
      prefer({ theatre })
      document.documentElement.toggleAttribute('data-theatre', theatre)
    },
    /** Dismisses 'Up next'. */
    stay: () => become(atStep(now.playback, 'stayed')),
    /** Removes the frame. */
    unload: () => become(FACADE),
    /** Reports the position once more before the page unloads. */
    report: () => {
      if (hasBegun(now.playback)) onPosition({ ...now.playback, isLast: true })
    },
    /** The frame's `ref`. */
    connect: (frame: HTMLIFrameElement) => {
      const timeout = setTimeout(() => become(atStep(now.playback, 'late')), ANSWER_WITHIN_MS)
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
}

export type PlayerControls = ReturnType<typeof usePlayer>

/** A network that blocks YouTube often drops requests without an answer. */
const ANSWER_WITHIN_MS = 8000

/** The player's settings in this browser's local storage. */
const PREFERENCES_KEY = 'video-preferences'
const DEFAULTS = { speed: 1, captions: false, volume: 100, theatre: false }
const BEFORE_PLAY = { playback: FACADE, preferences: DEFAULTS }

type OnPosition = (position: PositionUpdate) => void

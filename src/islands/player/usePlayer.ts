import { useCallback, useEffect, useRef, useState } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { readStored, writeStored } from '../stored.ts'
import { connectFrame, frameAddress, type FrameMessage } from './frame-client.ts'
import {
  FACADE,
  hasBegun,
  isGoing,
  isInFrame,
  positionUpdate,
  reducePlayback,
  type PlaybackAction,
  type PositionUpdate,
} from './playback.ts'

/** The page's player. Its methods change the state and command the frame. */
export function usePlayer(onPosition: (position: PositionUpdate) => void) {
  const [state, setState] = useState(BEFORE_PLAY)
  // Messages and keys can come faster than renders.
  const now = useRef(BEFORE_PLAY)
  const client = useRef<ReturnType<typeof connectFrame> | null>(null)

  const change = (changed: Partial<typeof BEFORE_PLAY>) => {
    now.current = { ...now.current, ...changed }
    setState(now.current)
  }
  const command = (func: string, ...args: unknown[]) => client.current?.command(func, ...args)
  const dispatch = (action: PlaybackAction) => {
    const before = now.current.playback
    const playback = reducePlayback(before, action)
    change({ playback })
    const position = positionUpdate(before, playback)
    if (position) onPosition(position)
  }
  const prefer = (preferred: Partial<typeof DEFAULTS>) => {
    const preferences = { ...now.current.preferences, ...preferred }
    change({ preferences })
    writeStored(PREFERENCES_KEY, preferences)
  }
  const onMessage = (message: FrameMessage) => {
    if (message.event === 'onReady') {
      const { speed, volume } = now.current.preferences
      if (speed !== DEFAULTS.speed) command('setPlaybackRate', speed)
      if (volume !== DEFAULTS.volume) command('setVolume', volume)
      command('playVideo')
    }
    if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
    // The first delivery has the frame's defaults, from before it received the member's preferences.
    if (message.event === 'infoDelivery') {
      const { volume = now.current.preferences.volume } = message.info
      if (volume !== now.current.preferences.volume) prefer({ volume })
    }
    dispatch({ type: 'message', message })
  }
  const play = (video: VideoView, seconds: number) => {
    const { captions } = now.current.preferences
    const src = frameAddress(video.videoId, seconds, captions, location.origin)
    dispatch({ type: 'start', video: videoKey(video.path), src, seconds })
  }

  useEffect(() => {
    change({ preferences: { ...DEFAULTS, ...(readStored(PREFERENCES_KEY) as object | null) } })
  }, [])

  return {
    ...state,
    play,
    /** Seeks within the shown video, or starts it at that second. */
    jump(video: VideoView, seconds: number) {
      if (!isInFrame(now.current.playback)) {
        play(video, seconds)
        return
      }
      dispatch({ type: 'seek', seconds })
      command('seekTo', seconds, true)
      command('playVideo')
    },
    toggle() {
      command(isGoing(now.current.playback) ? 'pauseVideo' : 'playVideo')
      dispatch({ type: 'toggle' })
    },
    seekBy(seconds: number) {
      if (!isInFrame(now.current.playback)) return
      dispatch({ type: 'seek', seconds: now.current.playback.seconds + seconds })
      command('seekTo', now.current.playback.seconds, true)
    },
    setSpeed(speed: number) {
      prefer({ speed })
      command('setPlaybackRate', speed)
    },
    setCaptions(captions: boolean) {
      prefer({ captions })
      command(captions ? 'loadModule' : 'unloadModule', 'captions')
    },
    /** Widens the player to the whole column (playlist.css); theatre-before-paint.js does it for the next page. */
    setTheatre(theatre: boolean) {
      prefer({ theatre })
      document.documentElement.toggleAttribute('data-theatre', theatre)
    },
    /** Dismisses 'Up next'. */
    stay: () => dispatch({ type: 'stay' }),
    /** Removes the frame. */
    unload: () => dispatch({ type: 'unload' }),
    /** Reports the position once more before the page unloads. */
    report() {
      const { playback } = now.current
      if (hasBegun(playback)) onPosition({ ...playback, isLast: true })
    },
    /** The frame's `ref`. A new function would make React connect again. */
    connect: useCallback((frame: HTMLIFrameElement) => {
      const timeout = setTimeout(() => dispatch({ type: 'timeout' }), ANSWER_WITHIN_MS)
      client.current = connectFrame(frame, (message) => {
        clearTimeout(timeout)
        onMessage(message)
      })
      return () => {
        clearTimeout(timeout)
        client.current?.close()
        client.current = null
      }
    }, []),
  }
}

export type PlayerControls = ReturnType<typeof usePlayer>

/** A network that blocks YouTube often drops requests without an answer. */
const ANSWER_WITHIN_MS = 8000

/** The player's settings in this browser's local storage. */
const PREFERENCES_KEY = 'video-preferences'
const DEFAULTS = { speed: 1, captions: false, volume: 100, theatre: false }
const BEFORE_PLAY = { playback: FACADE, preferences: DEFAULTS }

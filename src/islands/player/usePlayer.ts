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
  momentBetween,
  reducePlayback,
  type Moment,
  type PlaybackAction,
} from './playback.ts'

/**
 * The player of the page: a press becomes a state, and a command to the frame where there is one.
 *
 * @param onMoment receives every position worth saving.
 */
export function usePlayer(onMoment: (moment: Moment) => void) {
  const [state, setState] = useState(BEFORE_PLAY)
  // Messages and key presses can come faster than renders.
  const now = useRef(BEFORE_PLAY)
  const client = useRef<ReturnType<typeof connectFrame> | null>(null)

  const change = (changed: Partial<typeof BEFORE_PLAY>) => {
    now.current = { ...now.current, ...changed }
    setState(now.current)
  }
  const command = (func: string, ...args: unknown[]) => client.current?.command(func, ...args)
  const act = (action: PlaybackAction) => {
    const before = now.current.playback
    const playback = reducePlayback(before, action)
    change({ playback })
    const moment = momentBetween(before, playback)
    if (moment) onMoment(moment)
  }
  const prefer = (preferred: Partial<typeof DEFAULTS>) => {
    const preferences = { ...now.current.preferences, ...preferred }
    change({ preferences })
    writeStored(PREFERENCES_KEY, preferences)
  }
  const hear = (message: FrameMessage) => {
    if (message.event === 'onReady') {
      const { speed, volume } = now.current.preferences
      if (speed !== DEFAULTS.speed) command('setPlaybackRate', speed)
      if (volume !== DEFAULTS.volume) command('setVolume', volume)
      command('playVideo')
    }
    if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
    // The first delivery holds the frame's own defaults, from before it was sent the member's.
    if (message.event === 'infoDelivery') {
      const { volume = now.current.preferences.volume } = message.info
      if (volume !== now.current.preferences.volume) prefer({ volume })
    }
    act({ type: 'heard', message })
  }
  const play = (video: VideoView, seconds: number) => {
    const { captions } = now.current.preferences
    const src = frameAddress(video.videoId, seconds, captions, location.origin)
    act({ type: 'started', video: videoKey(video.path), src, seconds })
  }

  useEffect(() => {
    change({ preferences: { ...DEFAULTS, ...(readStored(PREFERENCES_KEY) as object | null) } })
  }, [])

  return {
    ...state,
    play,
    /** Goes to a moment of the video that is shown; begins there when nothing plays. */
    jump(video: VideoView, seconds: number) {
      if (!isInFrame(now.current.playback)) {
        play(video, seconds)
        return
      }
      act({ type: 'sought', seconds })
      command('seekTo', seconds, true)
      command('playVideo')
    },
    toggle() {
      command(isGoing(now.current.playback) ? 'pauseVideo' : 'playVideo')
      act({ type: 'toggled' })
    },
    seekBy(seconds: number) {
      if (!isInFrame(now.current.playback)) return
      act({ type: 'sought', seconds: now.current.playback.seconds + seconds })
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
    /** Declines the next video at the end of this one. */
    stay: () => act({ type: 'stayed' }),
    /** Removes the player. */
    leave: () => act({ type: 'left' }),
    /** Reports the position once more before the page closes. */
    report() {
      const { playback } = now.current
      if (hasBegun(playback)) onMoment({ ...playback, how: 'left' })
    },
    /** The `ref` of the frame. Given a new function, React would connect again. */
    connect: useCallback((frame: HTMLIFrameElement) => {
      const silence = setTimeout(() => act({ type: 'timed-out' }), ANSWER_WITHIN_MS)
      client.current = connectFrame(frame, (message) => {
        clearTimeout(silence)
        hear(message)
      })
      return () => {
        clearTimeout(silence)
        client.current?.close()
        client.current = null
      }
    }, []),
  }
}

export type Player = ReturnType<typeof usePlayer>

/** A network that lets nothing of YouTube through says so by silence. */
const ANSWER_WITHIN_MS = 8000

/** Settings of the player that this browser remembers; nothing here is about a video. */
const PREFERENCES_KEY = 'video-preferences'
const DEFAULTS = { speed: 1, captions: false, volume: 100, theatre: false }
const BEFORE_PLAY = { playback: FACADE, preferences: DEFAULTS }

import { useRef, useState } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { frameAddress, type FrameClient, type FrameMessage } from './frame-client.ts'
import {
  FACADE,
  hasBegun,
  isGoing,
  isInFrame,
  momentBetween,
  momentOf,
  reducePlayback,
  type Moment,
  type Playback,
  type PlaybackAction,
} from './playback.ts'
import { keepPreferences, UNTOUCHED, type Preferences } from './preferences.ts'

/**
 * The player of the page: a press becomes a state, and a command to the frame where there is one.
 *
 * @param onMoment receives every position worth saving.
 */
export function usePlayer(onMoment: (moment: Moment) => void) {
  const [playback, setPlayback] = useState<Playback>(FACADE)
  const [preferences, setPreferences] = useState(UNTOUCHED)
  // Messages and key presses can come faster than renders.
  const now = useRef<Playback>(FACADE)
  const preferred = useRef<Preferences>(UNTOUCHED)
  const frame = useRef<FrameClient | null>(null)

  const act = (action: PlaybackAction) => {
    const before = now.current
    now.current = reducePlayback(before, action)
    setPlayback(now.current)
    const moment = momentBetween(before, now.current)
    if (moment) onMoment(moment)
  }
  const restore = (stored: Preferences) => {
    preferred.current = stored
    setPreferences(stored)
  }
  const prefer = (change: Partial<Preferences>) => {
    restore({ ...preferred.current, ...change })
    keepPreferences(preferred.current)
  }
  const play = (video: VideoView, seconds: number) => {
    const { captions } = preferred.current
    const src = frameAddress({ videoId: video.videoId, seconds, captions, site: location.origin })
    act({ type: 'started', video: videoKey(video.path), src, seconds })
  }

  return {
    playback,
    preferences,
    /** Takes over what this browser stored. */
    restore,
    play,
    /** Goes to a moment of the video that is shown; begins there when nothing plays. */
    jump(video: VideoView, seconds: number) {
      if (!isInFrame(now.current)) {
        play(video, seconds)
        return
      }
      act({ type: 'sought', seconds })
      frame.current?.seek(seconds)
      frame.current?.play()
    },
    toggle() {
      if (isGoing(now.current)) frame.current?.pause()
      else frame.current?.play()
      act({ type: 'toggled' })
    },
    seekBy(seconds: number) {
      if (!isInFrame(now.current)) return
      act({ type: 'sought', seconds: now.current.seconds + seconds })
      if (isInFrame(now.current)) frame.current?.seek(now.current.seconds)
    },
    setSpeed(speed: number) {
      prefer({ speed })
      frame.current?.setRate(speed)
    },
    setCaptions(captions: boolean) {
      prefer({ captions })
      frame.current?.setCaptions(captions)
    },
    /** Declines the next video at the end of this one. */
    stay: () => act({ type: 'stayed' }),
    /** Removes the player. */
    leave: () => act({ type: 'left' }),
    /** The frame did not answer in time. */
    giveUp: () => act({ type: 'timed-out' }),
    /** Reports the position once more before the page closes. */
    report() {
      if (hasBegun(now.current)) onMoment(momentOf(now.current, 'left'))
    },
    connect(client: FrameClient | null) {
      frame.current = client
    },
    hear(message: FrameMessage) {
      if (message.event === 'onReady') {
        const { speed, volume } = preferred.current
        if (speed !== UNTOUCHED.speed) frame.current?.setRate(speed)
        if (volume !== UNTOUCHED.volume) frame.current?.setVolume(volume)
        frame.current?.play()
      }
      if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
      // The first delivery holds the frame's own defaults, from before it was sent the member's.
      if (message.event === 'infoDelivery') {
        const { volume } = message.info
        if (volume !== undefined && volume !== preferred.current.volume) prefer({ volume })
      }
      act({ type: 'heard', message })
    },
  }
}

export type Player = ReturnType<typeof usePlayer>

import type { VideoView } from '#src/shared/playlist/view.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { createStore, type Store } from '../store.ts'
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
 * Drives the player: what people press becomes a state, and a command to the frame where there is one.
 *
 * @param onMoment hears of every moment that is worth keeping.
 */
export function createPlayer(onMoment: (moment: Moment) => void): Player {
  const playback = createStore<Playback, PlaybackAction>(reducePlayback, FACADE)
  const preferences = createStore<Preferences, Partial<Preferences>>(changed, UNTOUCHED)
  let frame: FrameClient | null = null

  const act = (action: PlaybackAction) => {
    const before = playback.get()
    playback.dispatch(action)
    const moment = momentBetween(before, playback.get())
    if (moment) onMoment(moment)
  }
  const prefer = (preferred: Partial<Preferences>) => {
    preferences.dispatch(preferred)
    keepPreferences(preferences.get())
  }

  return {
    playback,
    preferences,
    play(video, seconds) {
      const { captions } = preferences.get()
      const address = { videoId: video.videoId, seconds, captions, site: location.origin }
      act({ type: 'started', video: videoKey(video.path), src: frameAddress(address), seconds })
    },
    jump(video, seconds) {
      if (!isInFrame(playback.get())) {
        this.play(video, seconds)
        return
      }
      act({ type: 'sought', seconds })
      frame?.seek(seconds)
      frame?.play()
    },
    toggle() {
      if (isGoing(playback.get())) frame?.pause()
      else frame?.play()
      act({ type: 'toggled' })
    },
    seekBy(seconds) {
      const now = playback.get()
      if (!isInFrame(now)) return
      act({ type: 'sought', seconds: now.seconds + seconds })
      const then = playback.get()
      if (isInFrame(then)) frame?.seek(then.seconds)
    },
    setSpeed(speed) {
      prefer({ speed })
      frame?.setRate(speed)
    },
    setCaptions(captions) {
      prefer({ captions })
      frame?.setCaptions(captions)
    },
    stay: () => act({ type: 'stayed' }),
    leave: () => act({ type: 'left' }),
    giveUp: () => act({ type: 'timed-out' }),
    report() {
      const now = playback.get()
      if (hasBegun(now)) onMoment(momentOf(now, 'left'))
    },
    connect(client) {
      frame = client
    },
    hear(message) {
      if (message.event === 'onReady') {
        const { speed, volume } = preferences.get()
        if (speed !== UNTOUCHED.speed) frame?.setRate(speed)
        if (volume !== UNTOUCHED.volume) frame?.setVolume(volume)
        frame?.play()
      }
      if (message.event === 'onPlaybackRateChange') prefer({ speed: message.rate })
      // What a frame says first is its own, before it was told what the member prefers.
      if (message.event === 'infoDelivery') {
        const { volume } = message.info
        if (volume !== undefined && volume !== preferences.get().volume) prefer({ volume })
      }
      act({ type: 'heard', message })
    },
  }
}

export interface Player {
  playback: Store<Playback, PlaybackAction>
  preferences: Store<Preferences, Partial<Preferences>>
  /** Begins a video. */
  play(video: VideoView, seconds: number): void
  /** Goes to a moment of the video that is shown; begins there when nothing plays. */
  jump(video: VideoView, seconds: number): void
  toggle(): void
  seekBy(seconds: number): void
  setSpeed(speed: number): void
  setCaptions(on: boolean): void
  /** At the end of the video, does without the next one. */
  stay(): void
  /** Takes the player away. */
  leave(): void
  /** The frame was given its time to answer. */
  giveUp(): void
  /** Says once more where the player is: the page goes away. */
  report(): void
  connect(client: FrameClient | null): void
  hear(message: FrameMessage): void
}

function changed(preferences: Preferences, change: Partial<Preferences>): Preferences {
  return { ...preferences, ...change }
}

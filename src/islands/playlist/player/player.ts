import { atom } from 'nanostores'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { isSample, type VideoView } from '#src/shared/playlist/view.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { recordPosition } from '../progress.ts'
import { connectFrame, frameAddress, type FrameMessage } from './frame-client.ts'
import {
  afterMessage,
  atStep,
  FACADE,
  hasBegun,
  isInFrame,
  type Playback,
  positionUpdate,
  seek,
  start,
} from './playback.ts'

/** The page's one player: its state, which a frame changes several times a second, and what the member does with it. */
export class VideoPlayer {
  readonly $playback = atom<Playback>(FACADE)
  /** The whole second at which the frame is; null without one. */
  readonly $second = atom<number | null>(null)
  #client: ReturnType<typeof connectFrame> | null = null

  play(video: VideoView, seconds: number): void {
    if (isSample(video)) return
    const src = frameAddress(video.videoId, seconds, location.origin)
    this.#set(start(this.$playback.get(), { video: videoKey(video.path), src, seconds }))
  }

  /** Seeks within the shown video, or starts it at that second. */
  jump(video: VideoView, seconds: number): void {
    const playback = this.$playback.get()
    if (!isInFrame(playback)) {
      this.play(video, seconds)
      return
    }
    const sought = seek(playback, seconds)
    this.#set(sought)
    this.#client?.command('seekTo', sought.seconds, true)
    this.#client?.command('playVideo')
  }

  isLoaded(): boolean {
    return isInFrame(this.$playback.get())
  }

  dismissUpNext(): void {
    this.#set(atStep(this.$playback.get(), 'dismissed'))
  }

  /** Removes the frame. */
  unload(): void {
    this.#set(FACADE)
  }

  /** Saves the position once more before the page unloads. */
  saveLastPosition(): void {
    const playback = this.$playback.get()
    if (hasBegun(playback)) recordPosition({ ...playback, isLast: true })
  }

  /** @returns a function that disconnects. */
  connect(frame: HTMLIFrameElement): () => void {
    const timeout = setTimeout(() => this.#set(atStep(this.$playback.get(), 'late')), ANSWER_WITHIN_MS)
    this.#client = connectFrame(frame, (message) => {
      clearTimeout(timeout)
      this.#receive(message)
    })
    return () => {
      clearTimeout(timeout)
      this.#client?.close()
      this.#client = null
    }
  }

  #receive(message: FrameMessage): void {
    if (message.event === 'onReady') {
      const speed = readStored(SPEED_KEY)
      if (speed !== null) this.#client?.command('setPlaybackRate', speed)
      this.#client?.command('playVideo')
    }
    if (message.event === 'onPlaybackRateChange') writeStored(SPEED_KEY, message.rate)
    this.#set(afterMessage(this.$playback.get(), message))
  }

  #set(next: Playback): void {
    const position = positionUpdate(this.$playback.get(), next)
    this.$playback.set(next)
    this.$second.set(isInFrame(next) ? Math.floor(next.seconds) : null)
    if (position) recordPosition(position)
  }
}

/** A network that blocks YouTube often drops requests without an answer. */
const ANSWER_WITHIN_MS = 8000

/** The speed that the member chose in YouTube's menu. A new frame doesn't know it. */
const SPEED_KEY = 'video-speed'

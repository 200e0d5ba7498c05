import { atom } from 'nanostores'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { withPosition } from '#src/shared/playlist/watch-state.ts'
import { isSample, type VideoView } from '#src/shared/playlist/view.ts'
import { updateProgress } from '#src/lib/progress-store.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { connectFrame, frameAddress, type FrameMessage } from './frame-client.ts'
import {
  afterMessage,
  hasBegun,
  FACADE,
  hasFrame,
  load,
  type Playback,
  type PositionUpdate,
  positionUpdate,
  seek,
  withStatus,
} from './playback.ts'

/** The page's one player. YouTube's frame changes its state several times a second. */
export class VideoPlayer {
  readonly $playback = atom<Playback>(FACADE)
  /** The whole second at which the frame is; null without one. */
  readonly $second = atom<number | null>(null)
  #client: ReturnType<typeof connectFrame> | null = null

  play(video: VideoView, seconds: number): void {
    if (isSample(video)) return
    const src = frameAddress(video.videoId, seconds, location.origin)
    this.#set(load(this.$playback.get(), { progressKey: videoKey(video.path), src, seconds }))
  }

  jump(video: VideoView, seconds: number): void {
    const playback = this.$playback.get()
    if (!hasFrame(playback)) {
      this.play(video, seconds)
      return
    }
    const next = seek(playback, seconds)
    this.#set(next)
    this.#client?.command('seekTo', next.seconds, true)
    this.#client?.command('playVideo')
  }

  isLoaded(): boolean {
    return hasFrame(this.$playback.get())
  }

  dismissUpNext(): void {
    this.#set(withStatus(this.$playback.get(), 'dismissed'))
  }

  unload(): void {
    this.#set(FACADE)
  }

  saveLastPosition(): void {
    const playback = this.$playback.get()
    if (hasBegun(playback)) savePosition({ ...playback, isLast: true })
  }

  connect(frame: HTMLIFrameElement): () => void {
    const timeout = setTimeout(() => this.#set(withStatus(this.$playback.get(), 'late')), LATE_AFTER_MS)
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
    const update = positionUpdate(this.$playback.get(), next)
    this.$playback.set(next)
    this.$second.set(hasFrame(next) ? Math.floor(next.seconds) : null)
    if (update) savePosition(update)
  }
}

function savePosition({ progressKey, seconds, duration, isLast }: PositionUpdate): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  updateProgress(progressKey, (before, now) => withPosition(before, position, now), isLast ? 'now' : 'soon')
}

// A network that blocks YouTube often drops requests without an answer.
const LATE_AFTER_MS = 8000

// A new frame doesn't know the speed that the member chose in YouTube's menu, so it is stored.
const SPEED_KEY = 'video-speed'

import { fetchPart } from '../fetch-part.ts'
import { send } from '../playlist/events.ts'
import { frameAddress } from './frame-address.ts'
import type { FrameClient, FrameInfo, FrameMessage, PlayerState } from './frame-client.ts'
import { keepCaptions, keepSpeed, readCaptions, readSpeed } from './preferences.ts'

/** The one player of the page: which video it plays, where it is, and what it is told. */
export function createPlayback(at: (moment: PlaybackMoment) => void): Playback {
  let playing: Playing | null = null

  return {
    play(article, seconds) {
      if (playing?.article === article && playing.state !== 'refused') {
        if (seconds !== null) playing.client?.seek(seconds)
        playing.client?.play()
        return
      }
      void begin(article, seconds ?? 0)
    },

    stop() {
      if (!playing) return
      report(playing, 'left')
      end()
    },

    toggle() {
      if (!playing) return
      const isGoing = playing.state === 'playing' || playing.state === 'buffering'
      if (isGoing) playing.client?.pause()
      else playing.client?.play()
      // A second press that comes before the player's answer undoes the first.
      if (hasBegun(playing)) changeState(playing, isGoing ? 'paused' : 'playing')
    },

    seekBy(seconds) {
      if (!playing) return
      const target = Math.max(0, Math.min(playing.seconds + seconds, playing.duration ?? Infinity))
      playing.seconds = target
      playing.client?.seek(target)
    },

    setSpeed(speed) {
      keepSpeed(speed)
      playing?.client?.setRate(speed)
    },

    setCaptions(on) {
      keepCaptions(on)
      playing?.client?.setCaptions(on)
    },

    articlePlaying: () => (playing && playing.state !== 'refused' ? playing.article : null),
    secondsOf: (article) => (playing?.article === article ? playing.seconds : null),
    report: () => {
      if (playing) report(playing, 'left')
    },
  }

  async function begin(article: HTMLElement, seconds: number): Promise<void> {
    end()
    const place = article.querySelector<HTMLElement>('[data-player]')
    const facade = place?.querySelector<HTMLAnchorElement>('[data-play]')
    if (!place || !facade) return
    const now: Playing = {
      article,
      place,
      seconds,
      duration: null,
      state: 'loading',
      client: null,
      unmount: null,
    }
    playing = now
    place.dataset.state = 'loading'

    const island = await fetchPart(() => import('./Player.tsx'))
    if (playing !== now) return
    if (!island) {
      end()
      return
    }
    now.unmount = island.mountPlayer(place, {
      address: frameAddress({
        videoId: article.dataset.videoId ?? '',
        seconds,
        captions: readCaptions(),
        site: location.origin,
      }),
      title: article.dataset.title ?? '',
      watchUrl: facade.href,
      connected: (client) => {
        now.client = client
      },
      heard: (message) => {
        if (playing === now) hear(now, message)
      },
      refused: () => {
        now.state = 'refused'
        place.dataset.state = 'refused'
        facade.inert = true
      },
    })
    place.dataset.state = 'playing'
    facade.inert = true
  }

  function end(): void {
    if (!playing) return
    const { place, unmount } = playing
    playing = null
    unmount?.()
    delete place.dataset.state
    place.querySelector<HTMLElement>('[data-play]')?.removeAttribute('inert')
  }

  function hear(now: Playing, message: FrameMessage): void {
    switch (message.event) {
      case 'onReady':
        if (readSpeed() !== 1) now.client?.setRate(readSpeed())
        now.client?.play()
        return
      case 'onStateChange':
        changeState(now, message.state)
        return
      case 'onPlaybackRateChange':
        keepSpeed(message.rate)
        send('playlist:speed', { speed: message.rate })
        return
      case 'initialDelivery':
      case 'infoDelivery':
        hearInfo(now, message.info)
    }
  }

  function hearInfo(now: Playing, { currentTime, duration, state }: FrameInfo): void {
    if (duration !== undefined) now.duration = duration
    if (currentTime !== undefined && hasBegun(now)) {
      now.seconds = currentTime
      send('playlist:time', { article: now.article, seconds: currentTime })
      report(now, 'going')
    }
    if (state !== undefined && state !== now.state) changeState(now, state)
  }

  function changeState(now: Playing, state: PlayerState): void {
    if (now.state === state) return
    now.state = state
    if (state === 'ended' && now.duration !== null) now.seconds = now.duration
    if (state === 'ended' || state === 'paused') report(now, 'left')
  }

  /** Nothing is worth keeping of a video that never began. */
  function report(now: Playing, how: PlaybackMoment['how']): void {
    if (!hasBegun(now)) return
    at({ article: now.article, positionSeconds: now.seconds, durationSeconds: now.duration, how })
  }
}

function hasBegun({ state }: Playing): boolean {
  return state === 'playing' || state === 'paused' || state === 'buffering' || state === 'ended'
}

export interface Playback {
  /** Begins a video, or goes on with it; from these seconds when they are given. */
  play(article: HTMLElement, seconds: number | null): void
  /** Takes the player away. */
  stop(): void
  toggle(): void
  seekBy(seconds: number): void
  setSpeed(speed: number): void
  setCaptions(on: boolean): void
  /** The video that has the player. null when there is none, or it cannot be played. */
  articlePlaying(): HTMLElement | null
  /** Where the player is in this video. null when it is not playing this one. */
  secondsOf(article: HTMLElement): number | null
  /** Says once more where the player is: the page goes away. */
  report(): void
}

export interface PlaybackMoment {
  article: HTMLElement
  positionSeconds: number
  durationSeconds: number | null
  /** Whether it goes on from here, or was left here: paused, ended, taken away. */
  how: 'going' | 'left'
}

interface Playing {
  article: HTMLElement
  place: HTMLElement
  seconds: number
  duration: number | null
  state: PlayerState | 'loading' | 'refused'
  client: FrameClient | null
  unmount: (() => void) | null
}

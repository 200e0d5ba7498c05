import { PLAYER_ORIGIN } from '#src/shared/playlist/player-origin.ts'

/**
 * Talks to a player in a frame by the messages of YouTube's IFrame API, so that no script of theirs runs in a page of
 * ours. Only what comes from that very window and its origin is believed, and only the fields named here.
 */
export function connectFrame(frame: HTMLIFrameElement, origin: string, heard: FrameListener): FrameClient {
  const post = (message: object) => {
    frame.contentWindow?.postMessage(
      JSON.stringify({ ...message, id: CHANNEL_ID, channel: 'widget' }),
      origin,
    )
  }
  const command = (func: string, ...args: unknown[]) => {
    post({ event: 'command', func, args })
  }

  // Nobody says when the frame begins to listen, so it is greeted until it answers.
  let greetings = 0
  const greeting = setInterval(() => {
    post({ event: 'listening' })
    if (++greetings >= MAX_GREETINGS) clearInterval(greeting)
  }, GREETING_EVERY_MS)

  const onMessage = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = readMessage(event.data)
    if (!message) return
    if (message.event === 'initialDelivery' || message.event === 'onReady') clearInterval(greeting)
    if (message.event === 'onReady') for (const name of EVENTS) command('addEventListener', name)
    heard(message)
  }
  addEventListener('message', onMessage)

  return {
    play: () => command('playVideo'),
    pause: () => command('pauseVideo'),
    seek: (seconds) => command('seekTo', seconds, true),
    setRate: (rate) => command('setPlaybackRate', rate),
    setVolume: (volume) => command('setVolume', volume),
    setCaptions: (on) => command(on ? 'loadModule' : 'unloadModule', 'captions'),
    close() {
      clearInterval(greeting)
      removeEventListener('message', onMessage)
    },
  }
}

export interface FrameClient {
  play(): void
  pause(): void
  seek(seconds: number): void
  setRate(rate: number): void
  /** 0 to 100. */
  setVolume(volume: number): void
  setCaptions(on: boolean): void
  /** Hears and says nothing from now on. */
  close(): void
}

export type FrameListener = (message: FrameMessage) => void

export type FrameMessage =
  | { event: 'initialDelivery' | 'infoDelivery'; info: FrameInfo }
  | { event: 'onReady' }
  | { event: 'onStateChange'; state: PlayerState }
  | { event: 'onPlaybackRateChange'; rate: number }
  | { event: 'onError'; code: number }

export interface FrameInfo {
  currentTime?: number
  duration?: number
  playbackRate?: number
  /** 0 to 100. */
  volume?: number
  state?: PlayerState
}

export type PlayerState = 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued'

/** What the frame loads: the player alone, driven by messages from this site and nobody else. */
export function frameAddress({ videoId, seconds, captions, site }: Wanted): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, PLAYER_ORIGIN)
  const options = {
    enablejsapi: '1',
    origin: site,
    autoplay: '1',
    playsinline: '1',
    // Suggestions come from the same channel.
    rel: '0',
    ...(seconds > 0 && { start: String(Math.floor(seconds)) }),
    ...(captions && { cc_load_policy: '1' }),
  }
  url.search = new URLSearchParams(options).toString()
  return url.href
}

interface Wanted {
  videoId: string
  /** Where to begin. */
  seconds: number
  captions: boolean
  /** This site's own origin. */
  site: string
}

/** Any name does: there is one player at a time. */
const CHANNEL_ID = 'lanai'
const GREETING_EVERY_MS = 250
/** A minute: a page that loads longer has failed. */
const MAX_GREETINGS = 240
const EVENTS = ['onStateChange', 'onPlaybackRateChange', 'onError'] as const

const states: Readonly<Record<number, PlayerState>> = {
  [-1]: 'unstarted',
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'buffering',
  5: 'cued',
}

/** null for whatever the API does not say, or what is none of our business. */
export function readMessage(data: unknown): FrameMessage | null {
  const message = parse(data)
  if (!message) return null
  const { event, info } = message
  switch (event) {
    case 'onReady':
      return { event }
    case 'initialDelivery':
    case 'infoDelivery':
      return isRecord(info) ? { event, info: readInfo(info) } : null
    case 'onStateChange': {
      const state = stateOf(info)
      return state ? { event, state } : null
    }
    case 'onPlaybackRateChange':
      return isTime(info) ? { event, rate: info } : null
    case 'onError':
      return typeof info === 'number' ? { event, code: info } : null
    default:
      return null
  }
}

function readInfo(info: Record<string, unknown>): FrameInfo {
  const { currentTime, duration, playbackRate, volume, playerState } = info
  const state = stateOf(playerState)
  return {
    ...(isTime(currentTime) && { currentTime }),
    ...(isTime(duration) && duration > 0 && { duration }),
    ...(isTime(playbackRate) && { playbackRate }),
    ...(isTime(volume) && volume <= 100 && { volume }),
    ...(state && { state }),
  }
}

function stateOf(value: unknown): PlayerState | undefined {
  return typeof value === 'number' ? states[value] : undefined
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function parse(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string') return null
  try {
    const message: unknown = JSON.parse(data)
    return isRecord(message) ? message : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

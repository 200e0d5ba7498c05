import { PLAYER_ORIGIN } from '#src/shared/playlist/view.ts'

/**
 * Speaks the messages of YouTube's IFrame API, so that none of YouTube's scripts run in our pages. Accepts messages of that
 * window and origin only, and reads only the fields named here.
 */
export function connectFrame(frame: HTMLIFrameElement, receive: (message: FrameMessage) => void) {
  const post = (message: object) => {
    // Any id works, because there is one player.
    const data = JSON.stringify({ ...message, id: 'lanai', channel: 'widget' })
    frame.contentWindow?.postMessage(data, PLAYER_ORIGIN)
  }
  const command = (func: string, ...args: unknown[]) => post({ event: 'command', func, args })

  // No event says when the frame begins to listen, so this is repeated until it answers.
  const handshake = setInterval(() => post({ event: 'listening' }), HANDSHAKE_EVERY_MS)

  const onMessage = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || event.origin !== PLAYER_ORIGIN) return
    const message = readMessage(event.data)
    if (!message) return
    clearInterval(handshake)
    if (message.event === 'onReady') for (const name of EVENTS) command('addEventListener', name)
    receive(message)
  }
  addEventListener('message', onMessage)

  return {
    command,
    close() {
      clearInterval(handshake)
      removeEventListener('message', onMessage)
    },
  }
}

export type FrameMessage =
  | { event: 'initialDelivery' | 'infoDelivery'; info: FrameInfo }
  | { event: 'onReady' }
  | { event: 'onPlaybackRateChange'; rate: number }
  | { event: 'onError'; code: number }

interface FrameInfo {
  currentTime?: number
  duration?: number
  state?: PlayerState
}

export type PlayerState = 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued'

export function frameAddress(videoId: string, seconds: number, site: string): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, PLAYER_ORIGIN)
  const options = {
    enablejsapi: '1',
    origin: site,
    autoplay: '1',
    playsinline: '1',
    // 0: suggestions come from the same channel only.
    rel: '0',
    ...(seconds > 0 && { start: String(Math.floor(seconds)) }),
  }
  url.search = new URLSearchParams(options).toString()
  return url.href
}

const HANDSHAKE_EVERY_MS = 250
const EVENTS = ['onStateChange', 'onPlaybackRateChange', 'onError'] as const

const states = new Map<unknown, PlayerState>([
  [-1, 'unstarted'],
  [0, 'ended'],
  [1, 'playing'],
  [2, 'paused'],
  [3, 'buffering'],
  [5, 'cued'],
])

/** null for messages that the API does not document or this site does not use. */
export function readMessage(data: unknown): FrameMessage | null {
  const { event, info } = parse(data)
  switch (event) {
    case 'onReady':
      return { event }
    case 'initialDelivery':
    case 'infoDelivery':
      return { event, info: readInfo(Object(info) as Record<string, unknown>) }
    case 'onStateChange':
      return { event: 'infoDelivery', info: readInfo({ playerState: info }) }
    case 'onPlaybackRateChange':
      return isTime(info) ? { event, rate: info } : null
    case 'onError':
      return typeof info === 'number' ? { event, code: info } : null
    default:
      return null
  }
}

function readInfo({ currentTime, duration, playerState }: Record<string, unknown>): FrameInfo {
  const state = states.get(playerState)
  return {
    ...(isTime(currentTime) && { currentTime }),
    ...(isTime(duration) && duration > 0 && { duration }),
    ...(state && { state }),
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function parse(data: unknown): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(data))) as Record<string, unknown>
  } catch {
    return {}
  }
}

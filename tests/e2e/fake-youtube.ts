import type { BrowserContext, Frame, Page } from 'playwright/test'
import { expect } from './portal.ts'

/** Where the portal's players come from. */
export const PLAYER_HOST = 'https://www.youtube-nocookie.com'

/** Every recording of this host is half an hour long. */
export const LENGTH_SECONDS = 1800

/**
 * Stands in for YouTube's host: a page that speaks the IFrame API's messages, word for word, and whose time goes by
 * only when a test says so. Nothing of the portal knows of it.
 *
 * @param refusal the number of an error with which every video is refused from now on.
 */
export async function fakeYouTube(
  context: BrowserContext,
  refusal: number | null = null,
): Promise<PlayerHost> {
  const requests: HostRequest[] = []
  await context.route(/^https?:\/\/[^/]*(?:youtube|ytimg|google|doubleclick)[^/]*\//, async (route) => {
    const request = route.request()
    requests.push({ url: request.url(), referrer: (await request.allHeaders()).referer ?? null })
    if (!request.url().startsWith(`${PLAYER_HOST}/embed/`)) return route.abort()
    return route.fulfill({ contentType: 'text/html', body: playerPage(refusal) })
  })
  return { requests }
}

/** The frame of the player that is in the page now. */
export function playerFrame(page: Page) {
  return page.getByRole('group', { name: /^Video player: / }).locator('iframe')
}

/** The player that is in the page now, once it plays. */
export async function waitForPlayer(page: Page): Promise<Player> {
  const element = playerFrame(page)
  await expect(element).toBeVisible()
  const handle = await element.elementHandle()
  const frame = await handle.contentFrame()
  if (!frame) throw new Error('There is no player in the page.')
  await frame.waitForFunction('window.player && window.player.isReady')
  return controlsOf(frame)
}

function controlsOf(frame: Frame) {
  return {
    /** Lets so many seconds of the video go by, as fast as can be. */
    watch: (seconds: number) => frame.evaluate((many) => window.player.watch(many), seconds),
    play: () => frame.evaluate(() => window.player.playVideo()),
    pause: () => frame.evaluate(() => window.player.pauseVideo()),
    /** The member takes another speed from the player's own menu. */
    setSpeed: (to: number) => frame.evaluate((rate) => window.player.setPlaybackRate(rate), to),
    seconds: () => frame.evaluate(() => window.player.seconds),
    speed: () => frame.evaluate(() => window.player.rate),
  }
}

export type Player = ReturnType<typeof controlsOf>

export interface PlayerHost {
  /** Every request to a host of YouTube's. */
  requests: readonly HostRequest[]
}

interface HostRequest {
  url: string
  referrer: string | null
}

function playerPage(refusal: number | null): string {
  return `<!doctype html><title>Player</title>
<style>body{margin:0;background:#123;color:#fff;font:16px sans-serif}</style><p>A player</p>
<script>(${play.toString()})(${JSON.stringify({ refusal, length: LENGTH_SECONDS })})</script>`
}

/** Runs in the frame. */
function play({ refusal, length }: { refusal: number | null; length: number }): void {
  const options = new URLSearchParams(location.search)
  const parentOrigin = options.get('origin') ?? ''
  let listener: { id: string; channel: string } | null = null
  const heardOf = new Set<string>()

  const player = {
    isReady: false,
    seconds: Number(options.get('start') ?? 0),
    state: -1,
    rate: 1,

    // A message for each quarter of a second is YouTube's way, and most of the time of a journey.
    watch(seconds: number) {
      const start = player.seconds
      for (let n = 1; n <= 20 && player.state === 1; n++) {
        player.seconds = Math.min(start + (seconds * n) / 20, length)
        if (player.seconds === length) player.changeState(0)
        else tell('infoDelivery', { currentTime: player.seconds })
      }
    },
    playVideo() {
      player.changeState(1)
    },
    pauseVideo() {
      player.changeState(2)
    },
    seekTo(seconds: number) {
      player.seconds = Math.min(seconds, length)
      tell('infoDelivery', { currentTime: player.seconds })
    },
    setPlaybackRate(rate: number) {
      player.rate = rate
      tell('infoDelivery', { playbackRate: rate })
      if (heardOf.has('onPlaybackRateChange')) tell('onPlaybackRateChange', rate)
    },
    changeState(state: number) {
      if (player.state === state) return
      player.state = state
      tell('infoDelivery', { playerState: state, currentTime: player.seconds, duration: length })
      if (heardOf.has('onStateChange')) tell('onStateChange', state)
    },
  }
  window.player = player

  addEventListener('message', ({ data, source, origin }) => {
    if (source !== parent || origin !== parentOrigin || options.get('enablejsapi') !== '1') return
    const message = JSON.parse(String(data)) as Message
    if (message.event === 'listening') {
      if (listener) return
      listener = { id: message.id, channel: message.channel }
      tell('initialDelivery', {
        currentTime: player.seconds,
        duration: 0,
        playbackRate: 1,
        playerState: -1,
      })
      tell('onReady', null)
      return
    }
    if (message.event !== 'command' || !message.func) return
    const [first] = message.args ?? []
    if (message.func === 'addEventListener') {
      heardOf.add(String(first))
      if (first === 'onError' && refusal !== null) tell('onError', refusal)
      player.isReady = heardOf.has('onStateChange') && heardOf.has('onError')
    } else if (message.func === 'playVideo' && refusal === null) player.playVideo()
    else if (message.func === 'pauseVideo') player.pauseVideo()
    else if (message.func === 'seekTo') player.seekTo(Number(first))
    else if (message.func === 'setPlaybackRate') player.setPlaybackRate(Number(first))
  })

  function tell(event: string, info: unknown): void {
    parent.postMessage(JSON.stringify({ event, info, ...listener }), parentOrigin)
  }

  interface Message {
    event: string
    func?: string
    args?: unknown[]
    id: string
    channel: string
  }
}

declare global {
  interface Window {
    player: {
      isReady: boolean
      seconds: number
      rate: number
      watch(seconds: number): void
      playVideo(): void
      pauseVideo(): void
      setPlaybackRate(rate: number): void
    }
  }
}

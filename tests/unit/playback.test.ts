import { describe, expect, test } from 'vitest'
import { frameAddress, readMessage, type FrameMessage } from '#src/islands/playlist/player/frame-client.ts'
import {
  afterMessage,
  FACADE,
  load,
  positionUpdate,
  seek,
  withStatus,
  type FramePlayback,
  type Playback,
} from '#src/islands/playlist/player/playback.ts'

const VIDEO = 'cohort-17/week-0/talk'

const at = (
  status: FramePlayback['status'],
  seconds = 60,
  duration: number | null = 1800,
): FramePlayback => ({
  status,
  progressKey: VIDEO,
  src: 'about:blank',
  seconds,
  duration,
  retries: 0,
})
const message = (message: FrameMessage) => (state: Playback) => afterMessage(state, message)
const info = (info: object) => message({ event: 'infoDelivery', info })
const to = (status: FramePlayback['status']) => (state: Playback) => withStatus(state, status)

describe('the playback', () => {
  test.each<[string, FramePlayback, (state: FramePlayback) => Playback, Playback]>([
    ['ignores the time before it plays', at('loading', 60), info({ currentTime: 0 }), at('ready', 60)],
    ['follows the time', at('playing', 60), info({ currentTime: 61.5 }), at('playing', 61.5)],
    ['stores its length', at('playing', 60, null), info({ duration: 1800 }), at('playing', 60, 1800)],
    ['ends at its end', at('playing', 1799.6), info({ state: 'ended' }), at('ended', 1800)],
    ['stays at its end when Up next is dismissed', at('ended', 1800), to('dismissed'), at('dismissed', 1800)],
    [
      'stays there when the frame reports the end again',
      at('dismissed', 1800),
      info({ currentTime: 1800, state: 'ended' }),
      at('dismissed', 1800),
    ],
    ['seeks no further back than its start', at('playing', 3), (state) => seek(state, -2), at('playing', 0)],
    ['seeks no further than its end', at('playing', 1790), (state) => seek(state, 1900), at('playing', 1800)],
    ['waits on when the frame takes long', at('loading'), to('late'), at('late')],
    ['is ready when a late frame answers', at('late'), message({ event: 'onReady' }), at('ready')],
  ])('%s', (_, before, change, after) => {
    expect(change(before)).toEqual(after)
  })

  test('loads at the second that it starts from', () => {
    const loading = load(FACADE, { progressKey: VIDEO, src: 'about:blank', seconds: 60 })
    expect(loading).toEqual(at('loading', 60, null))
  })

  test('loads again if the frame didn’t answer', () => {
    expect(load(at('late', 60), at('loading', 60))).toMatchObject({ status: 'loading', retries: 1 })
  })

  test.each([
    [5, 'video_broken'],
    [100, 'video_gone'],
    [101, 'video_not_here'],
    [150, 'video_not_here'],
    [153, 'video_site_unknown'],
  ] as const)('fails for YouTube’s code %i with %s', (code, error) => {
    expect(message({ event: 'onError', code })(at('ready'))).toEqual({ status: 'failed', error })
  })

  test('ignores messages without a frame', () => {
    expect(afterMessage(FACADE, { event: 'onReady' })).toBe(FACADE)
  })
})

test.each<[string, Playback, Playback, object | null]>([
  ['nothing before it plays', at('loading', 60), at('ready', 60), null],
  ['nothing within a second', at('playing', 60.2), at('playing', 60.7), null],
  ['the next second', at('playing', 60.9), at('playing', 61), { seconds: 61, isLast: false }],
  ['where it is paused', at('playing', 60.2), at('paused', 60.2), { seconds: 60.2, isLast: true }],
  ['its end', at('playing', 1799), at('ended', 1800), { seconds: 1800, isLast: true }],
  ['nothing more when it stays at its end', at('ended', 1800), at('dismissed', 1800), null],
  ['where it was when another video is shown', at('playing', 61), FACADE, { seconds: 61, isLast: true }],
  ['nothing of a video that never played', at('ready', 61), FACADE, null],
])('the playback saves %s', (_, before, after, saved) => {
  if (saved)
    expect(positionUpdate(before, after)).toMatchObject({ progressKey: VIDEO, duration: 1800, ...saved })
  else expect(positionUpdate(before, after)).toBeNull()
})

test.each([
  ['onReady', null, { event: 'onReady' }],
  ['onStateChange', 1, { event: 'infoDelivery', info: { state: 'playing' } }],
  ['onStateChange', 7, { event: 'infoDelivery', info: {} }],
  ['onError', 150, { event: 'onError', code: 150 }],
  ['onPlaybackRateChange', -1, null],
  [
    'infoDelivery',
    { currentTime: 12.5, duration: 0, playerState: 2, videoData: { title: 'x' } },
    { event: 'infoDelivery', info: { currentTime: 12.5, state: 'paused' } },
  ],
  ['infoDelivery', { volume: 35, muted: true }, { event: 'infoDelivery', info: {} }],
  ['infoDelivery', { currentTime: -1, duration: 'x' }, { event: 'infoDelivery', info: {} }],
])('the player’s %s with %j is read as %j', (event, info, message) => {
  expect(readMessage(JSON.stringify({ event, info, id: 'lanai', channel: 'widget' }))).toEqual(message)
})

test.each([{ event: 'onReady' }, '{', '7', 'null'])('%j isn’t a message of the player', (data) => {
  expect(readMessage(data)).toBeNull()
})

test("the frame's address has the start time", () => {
  const site = 'https://portal.example.org'
  const url = new URL(frameAddress('abc-_12345&', 754.9, site))
  expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/abc-_12345%26')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    enablejsapi: '1',
    origin: site,
    start: '754',
  })
  expect(new URL(frameAddress('abc-_12345&', 0, site)).searchParams.has('start')).toBe(false)
})

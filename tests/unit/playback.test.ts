import { describe, expect, test } from 'vitest'
import { frameAddress, readMessage, type FrameMessage } from '#src/islands/player/frame-client.ts'
import { commandFor } from '#src/islands/player/keys.ts'
import {
  FACADE,
  momentBetween,
  reducePlayback,
  type InFrame,
  type Playback,
  type PlaybackAction,
} from '#src/islands/player/playback.ts'

const VIDEO = 'cohort-17/week-0/talk'

const at = (step: InFrame['step'], seconds = 60, duration: number | null = 1800): InFrame => ({
  step,
  video: VIDEO,
  src: 'about:blank',
  seconds,
  duration,
})
const heard = (message: FrameMessage): PlaybackAction => ({ type: 'heard', message })
const info = (told: object): PlaybackAction => heard({ event: 'infoDelivery', info: told })

describe('The playback', () => {
  test.each<[string, Playback, PlaybackAction, Playback]>([
    [
      'loads where it is asked to begin',
      FACADE,
      { type: 'started', video: VIDEO, src: 'about:blank', seconds: 60 },
      at('loading', 60, null),
    ],
    ['believes no time before it begins', at('loading', 60), info({ currentTime: 0 }), at('ready', 60)],
    ['follows the time', at('playing', 60), info({ currentTime: 61.5 }), at('playing', 61.5)],
    ['learns its length', at('playing', 60, null), info({ duration: 1800 }), at('playing', 60, 1800)],
    ['ends at its end', at('playing', 1799.6), info({ state: 'ended' }), at('ended', 1800)],
    [
      'stays at its end when the next one is not wanted',
      at('ended', 1800),
      { type: 'stayed' },
      at('stayed', 1800),
    ],
    [
      'stays there however often the frame says that it has ended',
      at('stayed', 1800),
      info({ currentTime: 1800, state: 'ended' }),
      at('stayed', 1800),
    ],
    ['goes on from where it stayed', at('stayed', 1800), { type: 'toggled' }, at('playing', 1800)],
    ['rests at once when it is asked to', at('playing'), { type: 'toggled' }, at('paused')],
    ['goes on at a second press', at('paused'), { type: 'toggled' }, at('playing')],
    [
      'moves no further back than its start',
      at('playing', 3),
      { type: 'sought', seconds: -2 },
      at('playing', 0),
    ],
    [
      'moves no further than its end',
      at('playing', 1790),
      { type: 'sought', seconds: 1900 },
      at('playing', 1800),
    ],
    [
      'is given up when the frame is silent',
      at('loading'),
      { type: 'timed-out' },
      { step: 'refused', reason: 'video_unreachable' },
    ],
    [
      'is refused with a reason',
      at('ready'),
      heard({ event: 'onError', code: 150 }),
      { step: 'refused', reason: 'video_not_here' },
    ],
    ['is a drawing again when another video is shown', at('playing'), { type: 'left' }, FACADE],
    ['hears nothing without a frame', FACADE, heard({ event: 'onReady' }), FACADE],
  ])('%s', (_, before, action, after) => {
    expect(reducePlayback(before, action)).toEqual(after)
  })
})

describe('Of the playback is kept', () => {
  test.each<[string, Playback, Playback, object | null]>([
    ['nothing before it begins', at('loading', 60), at('ready', 60), null],
    ['nothing within a second', at('playing', 60.2), at('playing', 60.7), null],
    ['the next second', at('playing', 60.9), at('playing', 61), { seconds: 61, how: 'going' }],
    ['where it rests', at('playing', 60.2), at('paused', 60.2), { seconds: 60.2, how: 'left' }],
    ['its end', at('playing', 1799), at('ended', 1800), { seconds: 1800, how: 'left' }],
    ['nothing more when it stays at its end', at('ended', 1800), at('stayed', 1800), null],
    ['where it was left', at('playing', 61), FACADE, { seconds: 61, how: 'left' }],
    ['nothing of a video that never began', at('ready', 61), FACADE, null],
  ])('%s', (_, before, after, moment) => {
    if (moment)
      expect(momentBetween(before, after)).toMatchObject({ video: VIDEO, duration: 1800, ...moment })
    else expect(momentBetween(before, after)).toBeNull()
  })
})

test.each<[string, Partial<KeyboardEvent> & { key: string }, boolean, object | null]>([
  ['k plays a video that has no player', { key: 'k' }, false, { name: 'toggle' }],
  ['space plays no video that has no player', { key: ' ' }, false, null],
  ['n opens a note', { key: 'n' }, false, { name: 'note' }],
  ['n in a text is a letter', { key: 'n', target: on('textarea') }, true, null],
  ['space rests the video', { key: ' ' }, true, { name: 'toggle' }],
  ['space on a button presses the button', { key: ' ', target: on('button') }, true, null],
  ['an arrow moves it five seconds', { key: 'ArrowLeft' }, true, { name: 'seek', by: -5 }],
  ['Shift+N steps on', { key: 'N', shiftKey: true }, false, { name: 'step', by: 1 }],
  ['a shortcut of the browser is no command', { key: 'l', ctrlKey: true }, true, null],
])('%s', (_, pressed, isPlaying, expected) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: on() }
  const command = commandFor({ ...none, ...pressed }, isPlaying)
  if (expected) expect(command).toMatchObject(expected)
  else expect(command).toBeNull()
})

/** What has the focus, as far as it is asked: which of the selectors it matches. */
function on(element?: string): EventTarget {
  const closest = (selector: string) => (element && selector.includes(element) ? {} : null)
  return { closest } as unknown as EventTarget
}

test.each([
  ['onReady', null, { event: 'onReady' }],
  ['onStateChange', 1, { event: 'infoDelivery', info: { state: 'playing' } }],
  ['onStateChange', 7, { event: 'infoDelivery', info: {} }],
  ['onError', 150, { event: 'onError', code: 150 }],
  ['onPlaybackRateChange', -1, null],
  ['onApiChange', null, null],
  [
    'infoDelivery',
    { currentTime: 12.5, duration: 0, playerState: 2, videoData: { title: 'x' } },
    { event: 'infoDelivery', info: { currentTime: 12.5, state: 'paused' } },
  ],
  ['infoDelivery', { volume: 35, muted: true }, { event: 'infoDelivery', info: { volume: 35 } }],
  ['infoDelivery', { currentTime: -1, duration: 'x', volume: 101 }, { event: 'infoDelivery', info: {} }],
])('the player’s %s with %j is read as %j', (event, info, message) => {
  expect(readMessage(JSON.stringify({ event, info, id: 'lanai', channel: 'widget' }))).toEqual(message)
})

test.each([{ event: 'onReady' }, '{', '7', 'null'])('%j is no message of the player', (data) => {
  expect(readMessage(data)).toBeNull()
})

test("the frame's address has start, captions and our origin", () => {
  const site = 'https://portal.example.org'
  const url = new URL(frameAddress('abc-_12345&', 754.9, true, site))
  expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/abc-_12345%26')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    enablejsapi: '1',
    origin: site,
    start: '754',
    cc_load_policy: '1',
  })
  const plain = new URL(frameAddress('abc-_12345&', 0, false, site)).searchParams
  expect([plain.has('start'), plain.has('cc_load_policy')]).toEqual([false, false])
})

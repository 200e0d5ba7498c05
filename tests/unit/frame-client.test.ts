import { expect, test } from 'vitest'
import { frameAddress, readMessage } from '#src/islands/player/frame-client.ts'

test.each([
  ['onReady', null, { event: 'onReady' }],
  ['onStateChange', 1, { event: 'infoDelivery', info: { state: 'playing' } }],
  ['onStateChange', 7, { event: 'infoDelivery', info: {} }],
  ['onError', 150, { event: 'onError', code: 150 }],
  ['onPlaybackRateChange', 1.5, { event: 'onPlaybackRateChange', rate: 1.5 }],
  [
    'infoDelivery',
    { currentTime: 12.5, duration: 0, playerState: 2, videoData: { title: 'x' } },
    { event: 'infoDelivery', info: { currentTime: 12.5, state: 'paused' } },
  ],
  ['infoDelivery', { volume: 35, muted: true }, { event: 'infoDelivery', info: { volume: 35 } }],
  ['initialDelivery', { duration: 1800 }, { event: 'initialDelivery', info: { duration: 1800 } }],
])('the player’s %s with %j is understood', (event, info, message) => {
  expect(readMessage(JSON.stringify({ event, info, id: 'lanai', channel: 'widget' }))).toEqual(message)
})

test.each([
  ['no text', { event: 'onReady' }],
  ['no JSON', '{'],
  ['no object', '7'],
  ['null', 'null'],
  ['another event', '{"event":"onApiChange"}'],
  ['a speed below zero', '{"event":"onPlaybackRateChange","info":-1}'],
])('%s is nothing the player says', (_, data) => {
  expect(readMessage(data)).toBeNull()
})

test('times that are no times are left out, and so is a loudness there is not', () => {
  const info = { currentTime: -1, duration: 'x', volume: 101 }
  expect(readMessage(JSON.stringify({ event: 'infoDelivery', info }))).toEqual({
    event: 'infoDelivery',
    info: {},
  })
})

test('the frame begins where and how it is asked, and knows whom to answer', () => {
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

import { describe, expect, test } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { CANARY, FEED_TOKEN, gateFor, noNext, SITE, type Visitor, visit } from '../fakes/gate.ts'

const PATH = `/feeds/${FEED_TOKEN}.ics`
const ask = (path: string, who: Visitor, headers: Record<string, string> = {}, method = 'GET') =>
  passGate(gateFor(who), new Request(SITE + path, { headers, method }), noNext)

describe('a member’s own address of the calendar', () => {
  test('shows it to whoever brings it, without a session, and tells no other site of the address', async () => {
    const answer = await ask(PATH, 'approved')
    expect([answer.status, await answer.text()]).toEqual([200, `BEGIN:VCALENDAR ${CANARY}`])
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('asks for no session, whatever cookie comes along', async () => {
    const gate = gateFor('approved')
    const headers = { cookie: '__Host-session=token' }
    await passGate(gate, new Request(SITE + PATH, { headers }), noNext)
    expect(gate.lookups()).toEqual([])
  })

  test('is not sent again to a calendar that holds it, and to nobody else', async () => {
    const etag = (await ask(PATH, 'approved')).headers.get('ETag') ?? ''
    const again = await ask(PATH, 'approved', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const denied = await ask(PATH, 'denied', { 'if-none-match': etag })
    expect([denied.status, denied.headers.get('ETag')]).toEqual([404, null])
  })

  test('answers HEAD with the headers alone', async () => {
    const answer = await ask(PATH, 'approved', {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test.each<[path: string, who: Visitor]>([
    [PATH, 'pending'],
    [PATH, 'denied'],
    [PATH, 'signed-out'],
    [`/feeds/${'0'.repeat(64)}.ics`, 'approved'],
    ['/feeds/short.ics', 'approved'],
    ['/feeds/calendar.ics', 'approved'],
    [`/feeds/${FEED_TOKEN}/calendar.ics`, 'approved'],
    [`/feeds/${FEED_TOKEN}`.slice(0, -1), 'approved'],
    [`/feeds/${FEED_TOKEN.slice(1)}.ics${FEED_TOKEN.slice(0, 1)}`, 'approved'],
  ])(
    'that is nobody’s, or of somebody who is not approved, is a page that never was: %s %s',
    async (path, who) => {
      const [answer, missing] = [await ask(path, who), await visit('/no-such-page', 'signed-out')]
      expect([answer.status, await answer.text()]).toEqual([404, await missing.text()])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    },
  )

  test('is away, and not gone, while the database is', async () => {
    const answer = await ask(PATH, 'outage')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '30'])
  })

  test('opens nothing else: neither the file itself nor a page beside it', async () => {
    expect((await ask('/calendar.ics', 'signed-out')).status).toBe(302)
    expect((await ask(`${PATH}/../calendar.ics`, 'signed-out')).status).not.toBe(200)
    expect((await ask(`/leaderboard?token=${FEED_TOKEN}`, 'signed-out')).status).toBe(302)
    expect((await ask(PATH, 'approved', {}, 'POST')).status).toBe(403)
  })
})

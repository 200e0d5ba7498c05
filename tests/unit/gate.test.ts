import { describe, expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { CANARY, files, gateFor, noNext, request, signInScreen, SITE, visit } from '../fakes/gate.ts'
import { plainMember } from '../fakes/member.ts'
import { brokenPages } from '../fakes/pages.ts'

describe('a protected page', () => {
  test('is shown to an approved member with their name, and kept by nobody else', async () => {
    const answer = await visit('/', 'approved')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(
      '<h1>Welcome, Kalākaua ʻŌhiʻa 張 🌺 &quot;quotes&quot; &lt;/script&gt;</h1>',
    )
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(answer.headers.get('Content-Length')).toBeNull()
  })

  test('sends a signed-out visitor to sign in and back, without a byte of the page', async () => {
    const answer = await visit('/leaderboard?tab=1', 'signed-out')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe('/auth?next=%2Fleaderboard%3Ftab%3D1')
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('costs a signed-out visitor no look at the database', async () => {
    const gate = gateFor('signed-out')
    await passGate(gate, new Request(`${SITE}/leaderboard`), noNext)
    expect(gate.lookups()).toEqual([])
  })

  test('costs a member one look at the database', async () => {
    const gate = gateFor('approved')
    await passGate(gate, request('/leaderboard', 'approved'), noNext)
    expect(gate.lookups()).toEqual([['token']])
  })

  test.each([
    ['pending', 'Account Pending Approval'],
    ['denied', 'Account Access Denied'],
  ] as const)('shows a %s member their state at the same address', async (status, text) => {
    const answer = await visit('/leaderboard', status)
    expect(answer.status).toBe(403)
    const body = await answer.text()
    expect(body).toContain(text)
    expect(body).not.toContain(CANARY)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('offers the confirmation mail again to a pending member whose address waits for it, and to no other', async () => {
    const ask = async (emailConfirmed: boolean) => {
      const member = { ...plainMember, approvalStatus: 'pending' as const, emailConfirmed }
      const answer = await passGate(gateFor('pending', { member }), request('/', 'pending'), noNext)
      return answer.text()
    }
    expect(await ask(false)).toBe(files['/states/unconfirmed'])
    expect(await ask(true)).not.toBe(files['/states/unconfirmed'])
  })

  test('answers 304 to the browser that holds this member’s page already', async () => {
    const first = await visit('/leaderboard', 'approved')
    const etag = first.headers.get('ETag') ?? ''
    const again = await visit('/leaderboard', 'approved', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const signedOut = await visit('/leaderboard', 'signed-out', { 'if-none-match': etag })
    expect(signedOut.status).toBe(302)
  })

  test('answers HEAD with the headers alone', async () => {
    const answer = await visit('/leaderboard', 'approved', {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  test('that is data comes as it is, whatever stands in it', async () => {
    const answer = await visit('/search-index.json', 'approved')
    expect(await answer.text()).toBe(files['/search-index.json'])
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  test('that is data is not sent again to an approved member who holds it, and to nobody else', async () => {
    const etag = (await visit('/search-index.json', 'approved')).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    const again = await visit('/search-index.json', 'approved', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
    for (const [who, status] of [
      ['signed-out', 302],
      ['pending', 403],
      ['denied', 403],
      ['outage', 503],
    ] as const) {
      const answer = await visit('/search-index.json', who, { 'if-none-match': etag })
      expect([answer.status, answer.headers.get('ETag')], who).toEqual([status, null])
      expect(await answer.text()).not.toContain(CANARY)
    }
  })
})

describe('where the time went (Server-Timing)', () => {
  test.each(['/leaderboard', '/search-index.json'])('is told to a member: %s', async (path) => {
    let nowMs = 0
    const gate = { ...gateFor('approved'), clock: () => (nowMs += 10) }
    const { headers } = await passGate(gate, request(path, 'approved'), noNext)
    expect(headers.get('Server-Timing')).toBe('gate;dur=20.0, db;dur=10.0')
    // No cache but the member's own browser keeps it, and that one asks again.
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
  })

  test.each(['signed-out', 'pending', 'denied', 'outage'] as const)(
    'is told to nobody who could measure by it whether a session is one: %s',
    async (who) => {
      for (const path of ['/leaderboard', '/nothing-here', '/auth', '/healthz']) {
        const answer = await visit(path, who, {}, 'GET', signInScreen)
        expect(answer.headers.has('Server-Timing'), path).toBe(false)
      }
    },
  )
})

describe('the page that decides about a sign-up', () => {
  const open = (who: Parameters<typeof gateFor>[0], extra = {}, headers = {}) =>
    passGate(gateFor(who, extra), request('/decide', who, headers), noNext)

  test('is shown to an approved member who is an administrator', async () => {
    const answer = await open('approved', { member: { ...plainMember, isAdmin: true } })
    expect([answer.status, await answer.text()]).toEqual([200, files['/decide']])
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test.each(['approved', 'signed-out', 'pending', 'denied'] as const)(
    'is a missing page to who is %s, word for word',
    async (who) => {
      const named = { ...plainMember, isAdmin: true, approvalStatus: who as 'pending' }
      const missing = await visit('/no-such-page', who)
      for (const extra of who === 'approved' ? [{}] : [{}, { member: named }]) {
        const answer = await open(who, extra)
        expect([answer.status, await answer.text()]).toEqual([404, await missing.clone().text()])
      }
    },
  )
})

describe('the editor', () => {
  const editor = { member: { ...plainMember, isEditor: true } }
  const open = (who: Parameters<typeof gateFor>[0], extra = {}, headers = {}, method = 'GET') =>
    passGate(gateFor(who, extra), request('/edit', who, headers, method), noNext)

  test('is shown to an approved member whom an administrator has named', async () => {
    const answer = await open('approved', editor)
    expect([answer.status, await answer.text()]).toEqual([200, files['/edit']])
    expect(answer.headers.get('Content-Security-Policy')).toContain('https://api.github.com')
  })

  test('is a missing page to every other member, word for word', async () => {
    const missing = await visit('/no-such-page', 'approved')
    const answer = await open('approved')
    expect([answer.status, await answer.text()]).toEqual([404, await missing.text()])
    expect([...answer.headers]).toEqual([...missing.headers])
  })

  test.each([
    ['signed-out', 302],
    ['pending', 403],
    ['denied', 403],
    ['outage', 503],
  ] as const)('is what any page is to who is %s', async (who, status) => {
    const member = { ...plainMember, isEditor: true, approvalStatus: who as 'pending' }
    const answer = await open(who, { member })
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain('The editor')
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('github')
  })

  test('is gone at the next request of who is no editor any more, whatever the browser holds', async () => {
    const etag = (await open('approved', editor)).headers.get('ETag') ?? ''
    expect((await open('approved', editor, { 'if-none-match': etag })).status).toBe(304)
    expect((await open('approved', {}, { 'if-none-match': etag })).status).toBe(404)
    expect((await open('approved', editor, {}, 'HEAD')).status).toBe(200)
    expect((await open('approved', {}, {}, 'HEAD')).status).toBe(404)
  })
})

describe('a member’s picture', () => {
  const path = '/avatars/0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab/avatar.webp?v=1'
  const picture = () =>
    Promise.resolve(
      new Response(CANARY, { headers: { 'Cache-Control': 'private, max-age=31536000, immutable' } }),
    )

  test('is handed on to an approved member, as nothing but a picture', async () => {
    const answer = await visit(path, 'approved', {}, 'GET', picture)
    expect([answer.status, await answer.text()]).toEqual([200, CANARY])
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    )
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('is kept by no cache where the function does not say how long', async () => {
    const refusal = () => Promise.resolve(new Response(null, { status: 403 }))
    expect((await visit(path, 'approved', {}, 'GET', refusal)).headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    ['signed-out', 401],
    ['pending', 403],
    ['denied', 403],
    ['outage', 503],
  ] as const)('is asked of nobody for: %s', async (who, status) => {
    const answer = await visit(path, who)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(CANARY)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('what does not exist', () => {
  test.each(['signed-out', 'pending', 'approved'] as const)(
    'is 404 to everybody, and inside the shell to a member alone: %s',
    async (who) => {
      const answer = await visit('/nothing-here', who)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe(who === 'approved' ? `${CANARY} Nothing here` : 'Oops! Page not found')
    },
  )

  test.each(['/leaderboard page', '/a|b', '/-leaderboard!'])(
    'is told from a page by its name alone: no file is looked for at %s',
    async (path) => expect((await visit(path, 'approved')).status).toBe(404),
  )

  test('state screens have no address of their own', async () => {
    expect((await visit('/states/pending', 'approved')).status).toBe(404)
  })

  test('another name of a page leads to its proper name, query included, and never to another site', async () => {
    expect((await visit('//leaderboard.html?a=b', 'approved')).headers.get('Location')).toBe(
      '/leaderboard?a=b',
    )
    expect((await visit('//evil.example/', 'signed-out')).headers.get('Location')).toBe('/evil.example')
  })
})

describe('the sign-in screen', () => {
  test.each(['/auth', '/login'])('%s sends an approved member home', async (path) => {
    const answer = await visit(path, 'approved')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe('/')
  })

  test('sends an approved member where they wanted to go', async () => {
    const answer = await visit('/auth?next=%2Fleaderboard', 'approved')
    expect(answer.headers.get('Location')).toBe('/leaderboard')
  })

  test.each(['signed-out', 'pending', 'denied', 'outage'] as const)('is shown to: %s', async (who) => {
    const answer = await visit('/auth', who, {}, 'GET', signInScreen)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe('Welcome Back')
  })
})

describe('when something is down the gate fails closed', () => {
  test('the database: 503 with Retry-After, and the cookie is kept', async () => {
    const answer = await visit('/leaderboard', 'outage')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('30')
    expect(answer.headers.get('Set-Cookie')).toBeNull()
    const body = await answer.text()
    expect(body).toContain('The portal is away')
    expect(body).not.toContain(CANARY)
  })

  test('the screen says which request it was, and no screen that did not fail does', async () => {
    const headers = { 'x-nf-request-id': '01JD5Q8Z3N0V6W7X8Y9ZABCDEF' }
    const [screen, page] = [
      await visit('/leaderboard', 'outage', headers),
      await visit('/', 'approved', headers),
    ]
    expect(await screen.text()).toBe('The portal is away<p>Tell us: 01JD5Q8Z3N0V6W7X8Y9ZABCDEF</p>')
    expect(await page.text()).not.toContain('01JD5Q8Z')
    const plain = await passGate(
      { ...gateFor('outage'), pages: brokenPages },
      request('/', 'outage', headers),
      noNext,
    )
    expect(await plain.text()).toContain('(Tell us: 01JD5Q8Z3N0V6W7X8Y9ZABCDEF)')
  })

  test('the file server: 503 in plain words', async () => {
    const answer = await passGate(
      { ...gateFor('approved'), pages: brokenPages },
      request('/', 'approved'),
      noNext,
    )
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Service unavailable')
  })

  test('the settings: 503, not a page', async () => {
    const gate = {
      ...gateFor('approved'),
      connect: () => {
        throw new Error('SITE_URL is missing')
      },
    }
    expect((await passGate(gate, request('/', 'approved'), noNext)).status).toBe(503)
  })

  test('the outage is logged once, without the address’s query', async () => {
    const gate = gateFor('outage')
    await passGate(gate, request('/leaderboard?token=secret', 'approved'), noNext)
    expect(gate.logOutage).toHaveBeenCalledOnce()
    expect(JSON.stringify(vi.mocked(gate.logOutage).mock.calls)).not.toContain('secret')
  })
})

test('a session that was extended tells the browser so, on a static page too', async () => {
  const cookie = {
    name: '__Host-session',
    value: 'token',
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 1209600 },
  } as const
  const gate = gateFor('approved', { renewedCookie: cookie })
  const answer = await passGate(gate, request('/leaderboard', 'approved'), noNext)
  expect(answer.headers.get('Set-Cookie')).toBe(
    '__Host-session=token; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('every answer carries the security headers, and the wish not to be found by search', async () => {
  const answers = await Promise.all([
    visit('/', 'approved'),
    visit('/', 'signed-out'),
    visit('/', 'outage'),
    visit('/', 'denied'),
    visit('/nothing', 'approved'),
    visit('/%zz', 'approved'),
    visit('/Leaderboard', 'approved'),
    visit('/_actions/x', 'approved', {}, 'POST'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 302, 503, 403, 404, 400, 308, 403])
  for (const { headers } of answers) {
    const isPage = headers.get('Content-Type')?.startsWith('text/html')
    const policy = isPage ? "default-src 'self'; " : "default-src 'none'; "
    expect(headers.get('Content-Security-Policy')).toMatch(new RegExp(`^${policy}.*frame-ancestors 'none'$`))
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=63072000')
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

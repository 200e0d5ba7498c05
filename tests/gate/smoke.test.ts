import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { smoke } from '../../scripts/smoke.ts'
import type { Row } from '../../scripts/smoke/look.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { startHoledHost, type Hole, type HoledHost } from '../support/holed-host.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

let stack: Stack
let cookie: string
let host: HoledHost

beforeAll(async () => {
  stack = await startTestStack()
  cookie = await signedInMember(stack, {
    email: 'kai@school.dev',
    fullName: 'Kalākaua </script>',
    status: 'approved',
  })
  host = await startHoledHost(stack.siteUrl, cookie)
})
afterAll(async () => {
  await host.close()
  await stack.close()
})
beforeEach(async () => {
  host.make((_, answer) => answer)
  await query(stack, 'delete from rate_limits')
})

describe('a stranger’s smoke check', () => {
  test('finds nothing where everything is right, and leaves no trace', async () => {
    const { status, rows } = await look(stack.siteUrl, [], {})
    expect(status).toBe(0)
    expect(rows.map(({ state }) => state)).toEqual(Array(5).fill('ok'))
    expect(await query(stack, 'select from rate_limits')).toEqual([])
  })

  test.each([
    ['lanai_app', 'actions ask the database who is there', 'answered 500'],
    ['lanai_edge', 'the gate asks the database who is there', 'answered 503'],
  ])('finds what is wrong where %s has no access', async (role, what, found) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await query(stack, `revoke select on members from ${role}`)
    const { status, failed } = await look(stack.siteUrl, [], {})
    await query(stack, `grant select on members to ${role}`)
    expect(status).toBe(1)
    expect(failed).toEqual([[what, found]])
  })

  test('is itself told how to be called, and says why nothing answers', async () => {
    for (const args of [[], ['ftp://x'], ['https://a.dev', 'https://b.dev'], ['https://a.dev', '--crumbs']])
      expect((await run(args)).status).toBe(2)
    const { status, failed } = await look('http://127.0.0.1:1', [], {})
    expect(status).toBe(1)
    expect(failed[0]?.[1]).toMatch(/^no answer \(.*ECONNREFUSED/)
  })
})

describe('with a member’s cookie', () => {
  test('compares every page, tries every spelling, gives a picture and takes it away, has a mail sent: and leaves no trace', async () => {
    const before = await traces()
    const { status, rows } = await look(host.url, ['--mail'])
    expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(rows).toHaveLength(14)
    expect(status).toBe(0)
    // The mail's row is closed a moment after Postmark has it.
    await vi.waitFor(
      async () => {
        expect(await traces()).toEqual(before)
      },
      { timeout: 10_000 },
    )
  })

  test('an editor gets the editor’s links, byte by byte', async () => {
    await query(stack, 'update profiles set is_editor = true')
    const { status, rows } = await look(host.url)
    await query(stack, 'update profiles set is_editor = false')
    expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(status).toBe(0)
  })

  test('a picture of the member’s own is left alone', async () => {
    await query(stack, `update profiles set avatar_url = '/avatars/x/avatar.webp?v=1'`)
    const { status, rows } = await look(host.url)
    expect(await query(stack, 'select avatar_url from profiles')).toEqual([
      { avatar_url: '/avatars/x/avatar.webp?v=1' },
    ])
    await query(stack, 'update profiles set avatar_url = null')
    expect(rows.filter(({ state }) => state === 'todo')).toHaveLength(3)
    expect(status).toBe(0)
  })

  test('is taken from the environment alone, and shown nowhere', async () => {
    expect(await run([host.url, '--cookie', cookie])).toMatchObject({ status: 2 })
    expect(await run([host.url], { SMOKE_COOKIE: 'nonsense' })).toMatchObject({ status: 2 })
    const { said } = await run([host.url], { SMOKE_COOKIE: cookie.slice(0, -4) + 'aaaa' })
    expect(said).toContain('FAIL  the member is let in: no answer (home answered 302, and names no member)')
    expect(said).not.toContain(cookie.slice(-40, -4))
  })
})

describe('each kind of hole is named by a row', () => {
  const toStrangers =
    (path: string, shown = '/leaderboard'): Hole =>
    ({ target, isMember }, answer, asMember) =>
      target === path && !isMember ? asMember(shown) : answer
  const inAnswersTo =
    (path: string, change: Partial<Awaited<ReturnType<Hole>>>): Hole =>
    ({ target, isMember }, answer) =>
      target === path && isMember ? { ...answer, ...change } : answer
  const STRANGER = 'no page is shown to a stranger'
  const SPELLING = 'nor by another spelling of its address'
  const BYTES = /^all \d+ protected files are the build's, byte by byte$/

  test.each<[string, Hole, (string | RegExp)[], RegExp]>([
    ['one page is open', toStrangers('/leaderboard'), [STRANGER], /^1 of \d+ show something: \/leaderboard$/],
    ['a data file is open', toStrangers('/calendar.ics', '/calendar.ics'), [STRANGER], /calendar\.ics/],
    [
      'files are served before the gate',
      toStrangers('/index.html', '/'),
      ['the gate stands before files, too'],
      /answered 200/,
    ],
    [
      'a host mends paths before the gate sees them',
      async ({ target, isMember }, answer, asMember) =>
        !isMember && target.includes('/../') ? asMember('/all-mentors') : answer,
      [SPELLING],
      /^\d+ of \d+ show something: .*\.\.\//,
    ],
    [
      'a spelling leads to another site',
      ({ target }, answer) =>
        target.startsWith('//')
          ? { ...answer, headers: { ...answer.headers, location: '//evil.example/' } }
          : answer,
      [SPELLING],
      /\/\//,
    ],
    [
      'any cookie is a session',
      ({ target, isMember }, answer, asMember) => (target === '/' && isMember ? asMember('/') : answer),
      ['the gate asks the database who is there'],
      /answered 200/,
    ],
    [
      'forms of other sites are taken',
      ({ target }, answer) => (target.endsWith('signOut') ? { ...answer, status: 200 } : answer),
      ['actions of other sites are refused'],
      /answered 200/,
    ],
    [
      'the policy is gone',
      ({ target }, answer) =>
        target === '/auth' ? { ...answer, headers: { 'content-type': 'text/html' } } : answer,
      ['the sign-in screen is there'],
      /answered 200/,
    ],
    [
      'a page is another build’s',
      ({ target, isMember }, answer) =>
        target === '/leaderboard' && isMember
          ? { ...answer, body: Buffer.concat([answer.body, Buffer.from('<!-- injected -->')]) }
          : answer,
      [BYTES],
      /^1 of \d+ do not: \/leaderboard at byte \d{4,}$/,
    ],
    [
      'a page is missing',
      inAnswersTo('/leaderboard', { status: 404 }),
      [BYTES],
      /\/leaderboard answered 404/,
    ],
    [
      'a cache may keep a page',
      ({ target, isMember }, answer) =>
        target === '/leaderboard' && isMember
          ? { ...answer, headers: { ...answer.headers, 'cache-control': 'public, max-age=60' } }
          : answer,
      ['no cache keeps them for others'],
      /\/leaderboard says "public, max-age=60"/,
    ],
    [
      'somebody else’s name is in a page',
      ({ target, isMember }, answer) =>
        target === '/leaderboard' && isMember
          ? { ...answer, body: Buffer.from(answer.body.toString().replace('kai@', 'lei@')) }
          : answer,
      [BYTES],
      /\/leaderboard at byte \d+/,
    ],
    [
      'the store of pictures refuses',
      ({ target }, answer) => (target.endsWith('uploadAvatar') ? { ...answer, status: 500 } : answer),
      ['a picture is taken', 'it is shown to members and to nobody else'],
      /answered 500/,
    ],
    [
      'pictures are open',
      ({ target, isMember }, answer, asMember) =>
        target.startsWith('/avatars/') && !isMember ? asMember(target) : answer,
      ['it is shown to members and to nobody else'],
      /a stranger is shown it/,
    ],
    [
      'pictures stay',
      ({ target }, answer) => (target.endsWith('removeAvatar') ? { ...answer, status: 500 } : answer),
      ['it is removed'],
      /answered 500/,
    ],
  ])('%s', async (_, hole, whats, found) => {
    host.make(hole)
    const { status, rows } = await look(host.url)
    const named = rows.filter(({ what }) =>
      whats.some((each) => (typeof each === 'string' ? what === each : each.test(what))),
    )
    expect(status).toBe(1)
    expect(named[0]).toMatchObject({ state: 'FAIL', found: expect.stringMatching(found) as string })
    expect(named[0]?.cure).not.toBe('')
    expect(rows.filter((row) => row.state !== 'ok' && !named.includes(row))).toEqual([])
  })
})

test('a mail that never leaves is noticed', async () => {
  host.make(({ target }, answer) =>
    target.endsWith('requestPasswordReset') ? { ...answer, status: 503 } : answer,
  )
  const { failed } = await look(host.url, ['--mail'])
  expect(failed).toEqual([['a mail is delivered', 'asking for it answered 503']])
})

async function look(
  site: string,
  args: string[] = [],
  env: Record<string, string> = { SMOKE_COOKIE: cookie },
) {
  const { status, said } = await run([site, '--json', ...args], env)
  const rows = JSON.parse(said) as Row[]
  const failed = rows.filter(({ state }) => state === 'FAIL').map(({ what, found }) => [what, found])
  return { status, rows, failed }
}

async function run(args: string[], env: Record<string, string> = {}) {
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const postmark = { api: stack.mailboxUrl, patienceMs: 20_000 }
  const status = await smoke(args, {
    env: { POSTMARK_SERVER_TOKEN: 'a token', ...env },
    root: BUILT_PROJECT,
    postmark,
    out: say,
    err: say,
  })
  return { status, said: said.join('\n') }
}

/** All that a check could leave behind for longer than a limit counts. */
function traces() {
  return query(
    stack,
    `select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
       (select string_agg(avatar_url, ',') from profiles) as pictures,
       (select count(*) from outbox where sent_at is null) as waiting`,
  )
}

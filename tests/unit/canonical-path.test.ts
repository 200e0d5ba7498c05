import { describe, expect, test } from 'vitest'
import { canonicalPath } from '#src/server/gate/canonical-path.ts'

describe('a page answers under one name only', () => {
  test.each([
    '/',
    '/leaderboard',
    '/vc-firms',
    '/cohort-17-calendar',
    '/states/pending',
    '/search-index.json',
  ])('%s is canonical', (path) => {
    expect(canonicalPath(path)).toEqual({ kind: 'canonical', path })
  })

  test.each([
    ['/leaderboard/', '/leaderboard'],
    ['/leaderboard//', '/leaderboard'],
    ['//leaderboard', '/leaderboard'],
    ['///leaderboard///', '/leaderboard'],
    ['/LEADERBOARD', '/leaderboard'],
    ['/LeaderBoard.HTML', '/leaderboard'],
    ['/leaderboard.html', '/leaderboard'],
    ['/leaderboard.html.html', '/leaderboard'],
    ['/leaderboard/index.html', '/leaderboard'],
    ['/leaderboard/index', '/leaderboard'],
    ['/leaderboard.html/', '/leaderboard'],
    ['/%6ceaderboard', '/leaderboard'],
    ['/%6Ceaderboard', '/leaderboard'],
    ['/%256ceaderboard', '/leaderboard'],
    ['/%252525256ceaderboard', '/leaderboard'],
    ['/leaderboard%2f', '/leaderboard'],
    ['%2fleaderboard', '/leaderboard'],
    ['/%2Fleaderboard', '/leaderboard'],
    ['/leaderboard%2ehtml', '/leaderboard'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['//', '/'],
    ['/.html', '/'],
  ])('%s is another name of %s', (raw, path) => {
    expect(canonicalPath(raw)).toEqual({ kind: 'moved', path })
  })
})

test.each(['/index.html', '/INDEX.HTML', '/index', '.html', '.html/'])(
  'the name under a hundred thousand of %s is found',
  (names) => {
    expect(canonicalPath(`/leaderboard${names.repeat(100_000)}`)).toEqual({
      kind: 'moved',
      path: '/leaderboard',
    })
  },
)

describe('what names no page is not looked for', () => {
  test.each([
    '/a/../leaderboard',
    '/..%2fleaderboard',
    '/%2e%2e/leaderboard',
    '/./leaderboard',
    '/.env',
    '/.git/config',
    '/leaderboard;x=1',
    '/leaderboard ',
    '/leader*board',
    '/kal%C4%81kaua',
    '/leaderboard?x',
    '/leaderboard%3Fx',
    '/leaderboard%23x',
    '/_astro/..%2fleaderboard',
  ])('%s', (raw) => {
    expect(canonicalPath(raw).kind).toBe('unknown')
  })
})

describe('broken or hostile encoding is refused', () => {
  test.each([
    '/%',
    '/%zz',
    '/%e0%a4',
    '/%c0%af',
    '/%00',
    '/leaderboard%00.html',
    '/leaderboard%0d%0aSet-Cookie:x',
    '/a%09b',
    '/%7f',
    '/\\leaderboard',
    '/%5cleaderboard',
    '/%255cleaderboard',
    `/${'%25'.repeat(11)}6ceaderboard`,
    `/%${'25'.repeat(11)}6ceaderboard`,
  ])('%s', (raw) => {
    expect(['malformed', 'unknown']).toContain(canonicalPath(raw).kind)
  })
})

test('a canonical path is its own canonical path, whatever was asked for', () => {
  const raws = ['/A/B/', '//x//y.html', '/%61/INDEX.HTML', '/%2541', '/x/index/index.html']
  for (const raw of raws) {
    const first = canonicalPath(raw)
    if (!('path' in first)) throw new Error(`${raw} should name a page`)
    expect(canonicalPath(first.path)).toEqual({ kind: 'canonical', path: first.path })
  }
})

import { expect, test } from 'vitest'
import { canonicalPath } from '#src/server/gate/canonical-path.ts'

test.each(['/', '/leaderboard', '/vc-firms', '/states/pending', '/search-index.json'])(
  '%s is the canonical path of its page',
  (path) => expect(canonicalPath(path)).toEqual({ kind: 'page', path }),
)

test.each([
  ['///leaderboard///', '/leaderboard'],
  ['/LeaderBoard.HTML', '/leaderboard'],
  ['/leaderboard.html.html', '/leaderboard'],
  ['/%252525256ceaderboard', '/leaderboard'],
  ['%2fleaderboard', '/leaderboard'],
  ['/leaderboard%2ehtml', '/leaderboard'],
  ['/index.html', '/'],
  ['//', '/'],
  ['/.html', '/'],
  ['/x/index/INDEX.HTML', '/x'],
  ...['/index.html', '/INDEX', '.html/'].map((name) => [
    `/leaderboard${name.repeat(100_000)}`,
    '/leaderboard',
  ]),
])('%.40s has the canonical path %s', (raw = '', path = '') => {
  for (const spelling of [raw, path]) expect(canonicalPath(spelling)).toEqual({ kind: 'page', path })
})

test.each([
  '/a/../leaderboard',
  '/%2e%2e/leaderboard',
  '/./leaderboard',
  '/.env',
  '/leaderboard;x=1',
  '/kal%C4%81kaua',
  '/leaderboard%3Fx',
])('%s isn’t a page’s path', (raw) => {
  expect(canonicalPath(raw).kind).toBe('unknown')
})

test.each([
  '/%zz',
  '/%c0%af',
  '/leaderboard%00.html',
  '/%7f',
  '/\\leaderboard',
  '/%255cleaderboard',
  `/${'%25'.repeat(11)}6ceaderboard`,
  `/%${'25'.repeat(11)}6ceaderboard`,
])('%s is refused', (raw) => {
  expect(['malformed', 'unknown']).toContain(canonicalPath(raw).kind)
})

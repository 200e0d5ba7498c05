import { expect, test } from 'vitest'
import { destination, safeNextPath, signInPath } from '#src/shared/next-path.ts'

test.each([
  ['/leaderboard', '/leaderboard'],
  ['/network?tab=investors', '/network?tab=investors'],
  ['/', '/'],
  // An encoded address of another site stays a path of this one.
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
])('sign-in leads back to a path of this site: %s', (next, target) => {
  expect(safeNextPath(next)).toBe(target)
})

test.each([
  null,
  '',
  'leaderboard',
  '//evil.example/leaderboard',
  '//[',
  '/\\evil.example',
  '/\t/evil.example',
  '/\r\nLocation: https://evil.example',
  'https://evil.example/leaderboard',
  'javascript:alert(1)',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '.evil.example',
  '/auth',
  '/\u0000',
])('sign-in leads home for %j', (next) => {
  expect(safeNextPath(next)).toBe('/')
})

test.each([
  ['home when nothing was asked for', '', '', '/'],
  ['to the page with its query', '?next=%2Fnetwork%3Ftab%3Dinvestors', '', '/network?tab=investors'],
  ['to the fragment that the browser kept', '?next=%2Fvideos', '#Sales-101', '/videos#Sales-101'],
  ['to the fragment that `next` names', '?next=%2Fvideos%23PR', '#Sales', '/videos#PR'],
  ['home when a fragment came alone', '', '#Sales-101', '/'],
  ['home instead of another site behind a fragment', '?next=%5C%5Cevil.example', '#x', '/'],
])('after signing in a member goes %s', (_, search, hash, expected) => {
  expect(destination({ search, hash })).toBe(expected)
})

test('the sign-in screen remembers the page with its query', () => {
  expect(signInPath('/network?tab=a&b')).toBe('/auth?next=%2Fnetwork%3Ftab%3Da%26b')
})

import { describe, expect, test } from 'vitest'
import { safeNextPath, signInPath } from '#src/shared/next-path.ts'

describe('sign-in leads back to a path of this site', () => {
  test.each([
    ['/leaderboard', '/leaderboard'],
    ['/video-playlist#Customer-Discovery', '/video-playlist#Customer-Discovery'],
    ['/network?tab=investors', '/network?tab=investors'],
    ['/', '/'],
  ])('%s', (next, target) => {
    expect(safeNextPath(next)).toBe(target)
  })
})

describe('and to nothing else', () => {
  test.each([
    null,
    '',
    'leaderboard',
    '//evil.example',
    '////evil.example',
    '//evil.example/leaderboard',
    '//[',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nLocation: https://evil.example',
    'https:evil.example',
    'https://evil.example/leaderboard',
    'javascript:alert(1)',
    'data:text/html,x',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '.evil.example',
    '@evil.example',
    '/auth',
    '/auth?next=%2Fauth',
    '/\u0000',
  ])('%j', (next) => {
    expect(safeNextPath(next)).toBe('/')
  })
})

test('an encoded address of another site stays a path of this one', () => {
  expect(safeNextPath('/%2f%2fevil.example')).toBe('/%2f%2fevil.example')
  expect(new URL(safeNextPath('/%2f%2fevil.example'), 'https://portal.example').host).toBe('portal.example')
})

test('the sign-in screen remembers the page with its query', () => {
  expect(signInPath('/')).toBe('/auth?next=%2F')
  expect(signInPath('/network?tab=a&b')).toBe('/auth?next=%2Fnetwork%3Ftab%3Da%26b')
})

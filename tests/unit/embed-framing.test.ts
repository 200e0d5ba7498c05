import { describe, expect, test } from 'vitest'
import { refusalOfFrames } from '../../scripts/embeds/verdict.ts'

describe('who may frame a page', () => {
  const site = 'https://portal.example.org'
  const rows: readonly [policies: string[], frameOptions: string | null, refusal: string | undefined][] = [
    [[], null, undefined],
    [[], 'DENY', 'X-Frame-Options: DENY'],
    [[], 'ALLOW-FROM https://portal.example.org', 'X-Frame-Options: ALLOW-FROM https://portal.example.org'],
    [["frame-ancestors 'none'"], null, "frame-ancestors 'none'"],
    [["frame-ancestors 'self'"], null, "frame-ancestors 'self'"],
    [['frame-ancestors'], null, "frame-ancestors 'none'"],
    [['frame-ancestors https:'], 'DENY', undefined],
    [['FRAME-ANCESTORS *'], null, undefined],
    [['frame-ancestors https://portal.example.org'], null, undefined],
    [['frame-ancestors *.example.org'], null, undefined],
    [['frame-ancestors *.portal.example.org'], null, 'frame-ancestors *.portal.example.org'],
    [['frame-ancestors http://portal.example.org'], null, 'frame-ancestors http://portal.example.org'],
    [['frame-ancestors portal.example.org:8443'], null, 'frame-ancestors portal.example.org:8443'],
    [['frame-ancestors https://other.example.com'], null, 'frame-ancestors https://other.example.com'],
    [["default-src 'self'"], 'SAMEORIGIN', 'X-Frame-Options: SAMEORIGIN'],
    [['frame-ancestors *', "frame-ancestors 'none'"], null, "frame-ancestors 'none'"],
    [["frame-ancestors *, frame-ancestors 'self'"], null, "frame-ancestors 'self'"],
  ]

  test.each(rows)('%j with %s: %s', (policies, frameOptions, refusal) => {
    expect(refusalOfFrames({ policies, frameOptions }, site)).toBe(refusal)
  })

  test('a list of sites counts as a refusal while the portal’s own address is unknown', () => {
    const policies = ['frame-ancestors https://portal.example.org']
    expect(refusalOfFrames({ policies, frameOptions: null }, null)).toBe(
      'frame-ancestors https://portal.example.org',
    )
  })
})

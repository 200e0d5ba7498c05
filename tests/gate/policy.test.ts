import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineHash } from '#src/layouts/inline-hash.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { readBuiltSite } from '../support/built-site.ts'
import { rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'
import { builtPages, ownPolicy, parsePolicy } from './built-pages.ts'

let stack: Stack
let approved: string
let pending: string
beforeAll(async () => {
  stack = await startReadyStack()
  approved = await signedInMember(stack, { email: 'leilani@example.com', status: 'approved' })
  pending = await signedInMember(stack, { email: 'kai@example.com', status: 'pending' })
})
afterAll(() => stack.close())

const ask = (path: string, cookie = '', options: RawOptions = {}) =>
  rawRequest(stack.siteUrl, path, { ...options, headers: { ...options.headers, ...(cookie && { cookie }) } })

describe('the header’s policy', () => {
  test('is the same for every page, method and visitor', async () => {
    const answers = await Promise.all([
      ask('/auth'),
      ask('/leaderboard', approved),
      ask('/leaderboard', approved, { method: 'HEAD' }),
      ask('/leaderboard', pending),
      ask('/nothing', approved),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403, 404])
    expect(new Set(answers.map(policyOf)).size).toBe(1)
  })

  test('allows frames of this site to stand in it for samples alone', async () => {
    const [page, sample] = await Promise.all([ask('/auth'), ask('/samples/leaderboard', approved)])
    expect(policyOf(page)).toMatch(/; frame-ancestors 'none'$/)
    expect(policyOf(sample)).toBe(policyOf(page).replace(/'none'$/, "'self'"))
  })

  test('allows inline code by its hash alone, and names no host', async () => {
    const policy = policyOf(await ask('/auth'))
    const sources = [...parsePolicy(policy).values()].flat()
    const plain = ["'self'", "'none'", 'data:', 'blob:', 'https:']
    expect(
      sources.filter((source) => !plain.includes(source) && !/^'sha256-[\w+/]{43}='$/.test(source)),
    ).toEqual([])
    expect(parsePolicy(policy).get('script-src')).not.toContain('https:')
    expect(parsePolicy(policy).get('style-src')).not.toContain('https:')
  })

  test('allows the frames, styles and inline scripts of every page', async () => {
    const header = parsePolicy(policyOf(await ask('/auth')))
    expect(header.get('frame-src')).toEqual(["'self'", 'https:'])
    const inline = /<(script|style)(?![^>]*(?:\ssrc=|"application\/json"))[^>]*>(.*?)<\/\1>/gs
    for (const [file, html] of builtPages(readBuiltSite())) {
      expect(ownPolicy(html).get('frame-src')?.join(' '), file).toMatch(
        /^(?:'(?:none|self)'|https:[^ ]*| )+$/,
      )
      for (const [, element = '', text = ''] of html.matchAll(inline))
        expect(header.get(`${element}-src`), file).toContain(`'${inlineHash(text)}'`)
    }
  })
})

function policyOf(answer: RawAnswer): string {
  const policies = answer.headers.get('content-security-policy') ?? []
  expect(policies).toHaveLength(1)
  return policies[0] ?? ''
}

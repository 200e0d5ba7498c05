import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { doctor } from '../../scripts/doctor.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

const HEALTH_SECRET = 'a secret of at least thirty-two letters'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
  // The application reads its environment at the first request, which is the doctor's.
  Object.assign(process.env, { HEALTH_SECRET })
})
afterAll(() => stack.close())

test('a site in order passes every check and keeps no trace of them', async () => {
  const cookie = await signedInMember(stack, { email: 'kai@school.dev', status: 'approved' })
  const env = { HEALTH_SECRET, MEMBER_COOKIE: cookie.replace(/^.*=/, '') }
  const out = vi.fn<(text: string) => void>()
  const status = await doctor(['--deep', stack.siteUrl], { env, out, err: out })
  expect(out.mock.calls.join('\n').replace(/^ok .*\n?/gm, '')).toBe('')
  expect(status).toBe(0)
  expect(await query(stack, 'select from rate_limits')).toEqual([])
})

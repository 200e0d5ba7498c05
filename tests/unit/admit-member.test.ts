import { expect, test, vi } from 'vitest'
import { admitMember } from '#src/server/sessions/admit-member.ts'
import type { FoundSession } from '#src/server/vendors/ports.ts'
import { plainMember } from '../fakes/member.ts'

const sessionOf = (approvalStatus: FoundSession['member']['approvalStatus']): FoundSession => ({
  member: { ...plainMember, approvalStatus },
  renewedCookie: null,
})

test.each([
  ['who brings no session', null, sessionOf('approved'), 'not_signed_in'],
  ['whose session nobody knows', 'token', null, 'not_signed_in'],
  ['who waits for approval', 'token', sessionOf('pending'), 'account_pending'],
  ['who was denied', 'token', sessionOf('denied'), 'account_denied'],
])('nobody is admitted %s', async (_who, token, found, code) => {
  const find = vi.fn(() => Promise.resolve(found))
  expect(await admitMember({ sessions: { find } }, token)).toEqual({ ok: false, code })
})

test('an approved member is, as the one whose session it is', async () => {
  const found = sessionOf('approved')
  const find = vi.fn(() => Promise.resolve(found))
  expect(await admitMember({ sessions: { find } }, 'token')).toEqual({
    ok: true,
    signedIn: { member: found.member, token: 'token' },
    renewedCookie: null,
  })
  expect(find).toHaveBeenCalledExactlyOnceWith('token')
})

import { beforeEach, expect, test } from 'vitest'
import { createKeyedLock } from '#src/server/adapters/keyed-lock.ts'
import { createMemoryRateLimits } from '../fakes/memory-rate-limits.ts'
import type { RateLimits } from '#src/server/vendors/ports.ts'
import { uploadAvatar, type UploadDeps } from '#src/server/avatars/avatar.ts'
import { UPLOADS_PER_MEMBER } from '#src/server/members/limits.ts'
import { png } from '../support/pictures.ts'

const LEILANI = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
const KAI = '1b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'

const file = new Uint8Array(await png())
/** Decodings that are under way; each ends as the test says. */
let decoding: PromiseWithResolvers<Uint8Array | null>[]
let rateLimits: RateLimits
let deps: UploadDeps
beforeEach(() => {
  decoding = []
  rateLimits = createMemoryRateLimits(() => 0)
  deps = uploadDeps()
})

test('while a member’s picture is decoded, their next is refused at once and never seen by the decoder', async () => {
  const first = upload(LEILANI)
  expect(await upload(LEILANI)).toEqual({ ok: false, code: 'too_many_attempts', retryAfterSeconds: 10 })
  await begun(1)
  expect(await upload(LEILANI)).toMatchObject({ code: 'too_many_attempts' })
  end()
  expect(await first).toMatchObject({ ok: true })
  expect(decoding).toHaveLength(1)
})

test('meanwhile everybody else is let in', async () => {
  const uploads = [upload(LEILANI), upload(KAI)]
  await begun(2)
  end()
  expect(await Promise.all(uploads)).toMatchObject([{ ok: true }, { ok: true }])
})

test('what was refused for it is not counted', async () => {
  const first = upload(LEILANI)
  for (let n = 0; n < 50; n++) await upload(LEILANI)
  await begun(1)
  end()
  await first
  for (let n = 1; n < UPLOADS_PER_MEMBER.allowed; n++) {
    expect(await rateLimits.take(UPLOADS_PER_MEMBER, LEILANI)).toEqual({ ok: true })
  }
  expect(await rateLimits.take(UPLOADS_PER_MEMBER, LEILANI)).toMatchObject({ ok: false })
})

test.each([
  ['was none', () => decoding[0]?.resolve(null)],
  ['could not be decoded', () => decoding[0]?.reject(new Error('out of memory'))],
])('the next is let in after one that %s', async (_, fail) => {
  const first = upload(LEILANI).catch(() => null)
  await begun(1)
  fail()
  await first
  const second = upload(LEILANI)
  await begun(2)
  end()
  expect(await second).toMatchObject({ ok: true })
})

function upload(memberId: string) {
  const member = { id: memberId, email: 'a@b.co', fullName: null, avatarUrl: null } as const
  return uploadAvatar(deps, { token: 'token', member: { ...member, approvalStatus: 'approved' } }, file)
}

/** Waits until so many decodings have begun. */
async function begun(count: number): Promise<void> {
  await expect.poll(() => decoding.length).toBe(count)
}

function end(): void {
  for (const { resolve } of decoding) resolve(new Uint8Array(1))
}

function uploadDeps(): UploadDeps {
  return {
    pictures: {
      toAvatar() {
        const work = Promise.withResolvers<Uint8Array | null>()
        decoding.push(work)
        return work.promise
      },
    },
    avatars: {
      put: () => Promise.resolve(),
      read: () => Promise.resolve(null),
      remove: () => Promise.resolve(),
      list: () => Promise.resolve([]),
    },
    profiles: {
      update: () => Promise.resolve(null),
      replaceAvatar: () => Promise.resolve({ replacedUrl: null }),
    },
    clock: () => 1_795_000_000_000,
    randomHex: () => 'a'.repeat(16),
    report: () => undefined,
    rateLimits,
    decodeLock: createKeyedLock(),
  }
}

import { describe, expect, test, vi } from 'vitest'
import { createKeyedLock } from '#src/server/adapters/keyed-lock.ts'
import { createSharpPictures } from '#src/server/vendors/sharp.ts'
import { createMemoryRateLimits } from '../fakes/memory-rate-limits.ts'
import {
  avatarKey,
  avatarUrl,
  newVersion,
  parseAvatarKey,
  parseAvatarUrl,
} from '#src/server/avatars/avatar-name.ts'
import { removeAvatar, uploadAvatar } from '#src/server/avatars/avatar.ts'
import type { AvatarStore, Profiles, SignedIn } from '#src/server/members/ports.ts'
import { sweepAvatars } from '#src/server/avatars/sweep-avatars.ts'
import { png } from '../support/pictures.ts'

const ID = '0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab'
const HOUR_MS = 60 * 60 * 1000
const signedIn: SignedIn = {
  token: 'token',
  member: { id: ID, email: 'a@b.co', fullName: null, avatarUrl: null, approvalStatus: 'approved' },
}

describe('a crash between any two steps of an upload leaves the old picture or the new one', () => {
  test.each([
    ['before the picture is stored', { at: 'put', done: false }, 'old'],
    ['after it is stored, before the answer', { at: 'put', done: true }, 'old'],
    ['before the profile points at it', { at: 'point', done: false }, 'old'],
    ['after the profile points at it, before the answer', { at: 'point', done: true }, 'new'],
    ['before the old one is removed', { at: 'remove', done: false }, 'new'],
    ['after the old one is removed', { at: 'remove', done: true }, 'new'],
  ] as const)('%s', async (_, crash, left) => {
    const portal = memoryAvatars()
    const old = await portal.upload()
    portal.crash = crash
    await portal.upload().catch(() => null)
    portal.crash = null

    expect(portal.pointer === old ? 'old' : 'new').toBe(left)
    expect(portal.pictures.has(keyOf(portal.pointer))).toBe(true)
    expect(await portal.sweep()).toBe(0)
    portal.now += HOUR_MS
    await portal.sweep()
    expect([...portal.pictures.keys()]).toEqual([keyOf(portal.pointer)])
  })

  test('and when it is removed, the old one or none', async () => {
    for (const crash of [
      { at: 'point', done: false },
      { at: 'point', done: true },
      { at: 'remove', done: false },
    ] as const) {
      const portal = memoryAvatars()
      await portal.upload()
      portal.crash = crash
      await portal.remove().catch(() => null)
      portal.crash = null
      portal.now += HOUR_MS
      await portal.sweep()
      expect([...portal.pictures.keys()]).toEqual(portal.pointer ? [keyOf(portal.pointer)] : [])
    }
  })

  test('an old picture that cannot be removed is no failure of the new one', async () => {
    const portal = memoryAvatars()
    await portal.upload()
    portal.crash = { at: 'remove', done: false }
    expect(await portal.upload()).toBe(portal.pointer)
    expect(portal.report).toHaveBeenCalledWith('avatar_left_behind', expect.any(Error))
  })

  test('a sweep leaves a picture alone whose upload is still under way', async () => {
    const portal = memoryAvatars()
    await portal.store.put(
      { memberId: ID, version: newVersion(portal.now, () => 'a'.repeat(16)) },
      new Uint8Array(1),
    )
    portal.now += HOUR_MS - 1
    expect(await portal.sweep()).toBe(0)
    portal.now += 1
    expect(await portal.sweep()).toBe(1)
  })
})

describe('what a picture is called', () => {
  const name = { memberId: ID, version: newVersion(1_795_000_000_000, () => '0123456789abcdef') }

  test('its address and its key can be read back', () => {
    expect(avatarUrl(name)).toBe(`/avatars/${ID}/avatar.webp?v=${name.version}`)
    expect(avatarKey(name)).toBe(`${ID}/avatar.${name.version}.webp`)
    expect(parseAvatarUrl(avatarUrl(name))).toEqual(name)
    expect(parseAvatarKey(avatarKey(name))).toEqual(name)
  })

  test.each([
    `/avatars/${ID}/avatar.webp`,
    `/avatars/${ID}/avatar.webp?v=`,
    `/avatars/${ID}/avatar.webp?v=../../secret`,
    `/avatars/${ID}/avatar.png?v=${name.version}`,
    `/avatars/../avatar.webp?v=${name.version}`,
    `/avatars/${ID.toUpperCase()}/avatar.webp?v=${name.version}`,
    `/avatars/1/avatar.webp?v=${name.version}`,
    `/avatars/${ID}/x/avatar.webp?v=${name.version}`,
    `https://evil.example/avatars/${ID}/avatar.webp?v=${name.version}`,
    `/avatars/${ID}/avatar.webp%00.html?v=${name.version}`,
    `/avatars/${ID}/avatar.webp?v=${name.version}%0d%0a`,
  ])('%s names none', (url) => {
    expect(parseAvatarUrl(url)).toBeNull()
  })
})

/** Pictures and a pointer in memory, where the process can be made to die before or after any step. */
function memoryAvatars() {
  const pictures = new Map<string, Uint8Array>()
  const report = vi.fn<(code: string, cause: unknown) => void>()
  const state = { now: 1_795_000_000_000, pointer: null as string | null, crash: null as Crash | null }
  let n = 0

  async function step<T>(at: Crash['at'], work: () => T): Promise<T> {
    const dies = state.crash?.at === at
    if (dies && !state.crash?.done) throw new Error('The process died.')
    const result = await Promise.resolve(work())
    if (dies) throw new Error('The process died.')
    return result
  }

  const store: AvatarStore = {
    put: (name, picture) => step('put', () => void pictures.set(avatarKey(name), picture)),
    read: (name) => Promise.resolve(pictures.get(avatarKey(name)) ?? null),
    remove: (name) => step('remove', () => void pictures.delete(avatarKey(name))),
    list: () => Promise.resolve([...pictures.keys()].flatMap((key) => parseAvatarKey(key) ?? [])),
  }
  const profiles: Profiles = {
    update: () => Promise.resolve(null),
    replaceAvatar: (_, url) =>
      step('point', () => {
        const replacedUrl = state.pointer
        state.pointer = url
        return { replacedUrl }
      }),
  }
  const clock = () => state.now
  const deps = {
    profiles,
    avatars: store,
    pictures: createSharpPictures(),
    clock,
    randomHex: () => (n++).toString(16).padStart(16, '0'),
    report,
    rateLimits: createMemoryRateLimits(clock),
    decodeLock: createKeyedLock(),
  }

  return Object.assign(state, {
    pictures,
    store,
    report,
    async upload() {
      const result = await uploadAvatar(deps, signedIn, await png())
      if (!result.ok) throw new Error(result.code)
      return result.avatarUrl
    },
    remove: () => removeAvatar(deps, signedIn),
    sweep: () =>
      sweepAvatars({ avatars: store, pointers: { all: () => Promise.resolve([state.pointer]) }, clock }),
  })
}

function keyOf(url: string | null): string {
  const name = url ? parseAvatarUrl(url) : null
  return name ? avatarKey(name) : 'none'
}

interface Crash {
  at: 'put' | 'point' | 'remove'
  /** Whether the step still did its work. */
  done: boolean
}

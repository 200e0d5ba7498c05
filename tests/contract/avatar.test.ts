import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  avatarKey,
  readAvatar,
  removeAvatar,
  uploadAvatar,
  type UploadDeps,
} from '#src/server/avatars/avatar.ts'
import { sweepAvatars } from '#src/server/sweep/sweep.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import type { AvatarStore, Sql } from '#src/server/vendors/ports.ts'
import { memoryAvatarStore } from '../fakes/avatar-store.ts'
import { png } from '../support/pictures.ts'
import { onPortal } from '../support/portal.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'
const file = new Uint8Array(await png())

onPortal('a member’s picture', (portal) => {
  let leilani: SignedIn
  let kai: SignedIn
  beforeEach(async () => {
    await portal.clear()
    portal.deps.avatars = memoryAvatarStore()
    leilani = await portal.member(LEILANI)
    kai = await portal.member(KAI)
  })

  test('replaces the previous picture', async () => {
    const [first, second] = [await upload(leilani), await upload(leilani)]
    expect(await read(leilani, first)).toBeNull()
    expect(await read(leilani, second)).not.toBeNull()
    expect(await pointer()).toBe(second)
  })

  test('can be removed more than once', async () => {
    await upload(leilani)
    for (let n = 0; n < 2; n++)
      expect(await removeAvatar(portal.deps, leilani)).toEqual({ ok: true, avatarUrl: null })
    expect([await pointer(), await portal.deps.avatars.list()]).toEqual([null, []])
  })

  test('is a single file after eight concurrent uploads', async () => {
    const urls = await Promise.all(Array.from({ length: 8 }, () => upload(leilani)))
    const left = await Promise.all(urls.map((url) => read(leilani, url)))
    expect(left.filter(Boolean)).toHaveLength(1)
    expect(urls[left.findIndex(Boolean)]).toBe(await pointer())
  })

  test('isn’t changed by another member’s upload or removal', async () => {
    const url = await upload(leilani)
    await removeAvatar(portal.deps, kai)
    await upload(kai)
    expect(await pointer()).toBe(url)
  })

  test('is shown to another member', async () => {
    expect(await read(kai, await upload(leilani))).not.toBeNull()
  })

  test('is shown to approved members alone', async () => {
    const url = await upload(leilani)
    expect(await readAvatar(portal.deps, null, url)).toMatchObject({ ok: false, code: 'not_signed_in' })
    await portal.decide(KAI, 'denied')
    expect(await readAvatar(portal.deps, kai.token, url)).toMatchObject({ ok: false, code: 'account_denied' })
  })

  async function upload(signedIn: SignedIn, deps: UploadDeps = portal.deps): Promise<string> {
    const result = await uploadAvatar(deps, signedIn, file)
    if (!result.ok) throw new Error(result.code)
    return result.avatarUrl ?? ''
  }

  async function read({ token }: SignedIn, url: string): Promise<Uint8Array | null> {
    const result = await readAvatar(portal.deps, token, url)
    return result.ok ? result.picture : null
  }

  async function pointer(): Promise<string | null> {
    const sql = 'select avatar_url as url from members where email = $1'
    return (await portal.query<{ url: string | null }>(sql, [LEILANI]))[0]?.url ?? null
  }
})

onPortal('an upload', (portal) => {
  let leilani: SignedIn
  let nowMs: number
  beforeEach(async () => {
    await portal.clear()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    portal.deps.avatars = memoryAvatarStore()
    nowMs = 1_795_000_000_000
    leilani = await portal.member(LEILANI)
  })

  describe('that fails between two steps leaves the old picture or the new one', () => {
    test.each([
      ['before the picture is stored', { at: 'put', done: false }, 'old'],
      ['after it is stored, before the answer', { at: 'put', done: true }, 'old'],
      ['before the profile points at it', { at: 'point', done: false }, 'old'],
      ['after the profile points at it, before the answer', { at: 'point', done: true }, 'new'],
      ['before the old one is removed', { at: 'remove', done: false }, 'new'],
      ['after the old one is removed', { at: 'remove', done: true }, 'new'],
    ] as const)('%s', async (_, crash, left) => {
      await uploadAvatar(deps(), leilani, file)
      const old = await pointed()
      await uploadAvatar(dying(crash), leilani, file).catch(() => null)

      expect((await pointed()) === old ? 'old' : 'new').toBe(left)
      expect(await portal.deps.avatars.list()).toContain(await pointed())
      expect(await sweepAvatars(deps())).toEqual({ avatars: 0, withheldAvatars: 0 })
      nowMs += DAY_MS
      await sweepAvatars(deps())
      expect(await portal.deps.avatars.list()).toEqual([await pointed()])
    })
  })

  function deps(): UploadDeps {
    const pictures = { toAvatar: () => Promise.resolve(new Uint8Array(1)) }
    return { ...portal.deps, pictures, clock: () => nowMs }
  }

  /** The process dies at a step, before or after its work. */
  function dying({ at, done }: Crash): UploadDeps {
    const { avatars, sql } = portal.deps
    const dies = async <T>(work: () => PromiseLike<T>): Promise<T> => {
      if (done) await work()
      throw new Error('The process died.')
    }
    const store: AvatarStore = {
      ...avatars,
      ...(at === 'put' && { put: (...args) => dies(() => avatars.put(...args)) }),
      ...(at === 'remove' && { remove: (...args) => dies(() => avatars.remove(...args)) }),
    }
    const dyingSql = (strings: TemplateStringsArray, ...values: unknown[]) =>
      strings[0]?.includes('UPDATE profiles') ? dies(() => sql(strings, ...values)) : sql(strings, ...values)
    return { ...deps(), avatars: store, ...(at === 'point' && { sql: dyingSql as Sql }) }
  }

  /** The key of the picture that the profile points at. */
  async function pointed(): Promise<string | null> {
    const [row] = await portal.query<{ url: string | null }>('select avatar_url as url from members')
    return avatarKey(row?.url ?? null)
  }
})

interface Crash {
  at: 'put' | 'point' | 'remove'
  /** Whether the step still did its work. */
  done: boolean
}

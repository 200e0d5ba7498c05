import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  avatarKey,
  readAvatar,
  removeAvatar,
  uploadAvatar,
  type UploadDeps,
} from '#src/server/avatars/avatar.ts'
import { sweepAvatars } from '#src/server/sweep/sweep.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
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

  test('replaces the one before, which is gone from the store, and can be removed more than once', async () => {
    const [first, second] = [await upload(leilani), await upload(leilani)]
    expect(await read(leilani, first)).toBeNull()
    expect(await read(leilani, second)).not.toBeNull()
    expect(await pointer()).toBe(second)
    for (let n = 0; n < 2; n++)
      expect(await removeAvatar(portal.deps, leilani)).toEqual({ ok: true, avatarUrl: null })
    expect([await pointer(), await portal.deps.avatars.list()]).toEqual([null, []])
  })

  test('of eight uploads at once one good picture is left, and no other', async () => {
    // Each in another process: one process decodes one picture of a member at a time.
    const urls = await Promise.all(
      Array.from({ length: 8 }, () => upload(leilani, { ...portal.deps, decoding: new Set() })),
    )
    const left = await Promise.all(urls.map((url) => read(leilani, url)))
    expect(left.filter(Boolean)).toHaveLength(1)
    expect(urls[left.findIndex(Boolean)]).toBe(await pointer())
  })

  test('another member sees it, but changes only their own; a stranger and a denied member do not', async () => {
    const url = await upload(leilani)
    await removeAvatar(portal.deps, kai)
    await upload(kai)
    expect(await pointer()).toBe(url)
    expect(await read(kai, url)).not.toBeNull()
    expect(await readAvatar(portal.deps, null, url)).toEqual({ ok: false, code: 'not_signed_in' })
    await portal.decide(KAI, 'denied')
    expect(await readAvatar(portal.deps, kai.token, url)).toEqual({ ok: false, code: 'account_denied' })
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
  /** Pending decodings, which the test ends. */
  let decodings: PromiseWithResolvers<Uint8Array | null>[]
  beforeEach(async () => {
    await portal.clear()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    portal.deps.avatars = memoryAvatarStore()
    nowMs = 1_795_000_000_000
    decodings = []
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
      expect(await sweepAvatars(deps())).toBe(0)
      nowMs += DAY_MS
      await sweepAvatars(deps())
      expect(await portal.deps.avatars.list()).toEqual([await pointed()])
    })
  })

  describe('while a picture of the same member is decoded', () => {
    test("is refused at once; other members' uploads are accepted", async () => {
      const kai = await portal.member(KAI)
      const first = uploadAvatar(slow(), leilani, file)
      const refusal = { ok: false, code: 'too_many_attempts', retryAfterSeconds: 10 }
      for (let n = 0; n < 50; n++) expect(await uploadAvatar(slow(), leilani, file)).toEqual(refusal)
      const other = uploadAvatar(slow(), kai, file)
      await begun(2)
      for (const { resolve } of decodings) resolve(new Uint8Array(1))
      expect(await Promise.all([first, other])).toMatchObject([{ ok: true }, { ok: true }])
    })
  })

  function deps(): UploadDeps {
    const pictures = { toAvatar: () => Promise.resolve(new Uint8Array(1)) }
    return { ...portal.deps, pictures, clock: () => nowMs }
  }

  /** With a decoder that waits for the test. */
  function slow(): UploadDeps {
    const toAvatar = () => {
      const work = Promise.withResolvers<Uint8Array | null>()
      decodings.push(work)
      return work.promise
    }
    return { ...deps(), pictures: { toAvatar } }
  }

  async function begun(count: number): Promise<void> {
    await expect.poll(() => decodings.length).toBe(count)
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

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announceSignOut } from '#src/lib/session.ts'
import { readAllStored } from '#src/lib/storage.ts'
import { type ProgressRecord, readLastSyncedAt } from '#src/lib/progress.ts'
import type * as progressStore from '#src/lib/progress-store.ts'
import { UNWATCHED, withPosition } from '#src/shared/playlist/watch-state.ts'
import type { ProgressChange } from '#src/shared/playlist/progress.ts'

const { actions } = vi.hoisted(() => ({ actions: { progress: {} } }))
vi.mock('astro:actions', () => ({ actions }))

const TALK = 'cohort-17/week-1/talk'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the sync of progress', () => {
  test('saves every 15 s while a video plays', async () => {
    const { store, portal } = await open()
    for (let second = 1; second <= 60; second++) {
      watch(store, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(portal.saved.map((changes) => changes[0]?.positionSeconds)).toEqual([15, 30, 45, 60])
  })

  test('keeps unsent progress until the network is back', async () => {
    const { store, portal } = await open()
    portal.error = () => 'offline'
    for (let second = 1; second <= 60; second++) {
      watch(store, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(stored().get(TALK)).toMatchObject({ positionSeconds: 60, isUnsent: true })
    portal.error = () => undefined
    await store.flush()
    expect(portal.saved.at(-1)).toEqual([expect.objectContaining({ positionSeconds: 60 })])
    expect(stored().get(TALK)).toMatchObject({ isUnsent: false })
  })

  test('stores the progress that the portal merged', async () => {
    const { store, portal } = await open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 60_000, isUnsent: true },
      'a/b/seen': { positionSeconds: 9, playedAt: Date.now() - 90_000 },
    })
    portal.merges = () => [progress(TALK, 754, 1000)]
    portal.knows = [progress(TALK, 754, 1000), progress('a/b/seen', 50, 2000)]
    await store.sync()
    expect(portal.saved).toEqual([[expect.objectContaining({ video: TALK, positionSeconds: 360 })]])
    expect([
      store.$progress.get().records.get(TALK)?.positionSeconds,
      store.$progress.get().records.get('a/b/seen')?.positionSeconds,
    ]).toEqual([754, 50])
    expect(stored().get(TALK)).toMatchObject({ positionSeconds: 754, isUnsent: false })
  })

  test('drops a change that the portal refuses', async () => {
    const unsent = { positionSeconds: 9, playedAt: Date.now(), isUnsent: true }
    const { store, portal } = await open({ 'a/b/gone': unsent, [TALK]: unsent })
    portal.error = (changes) =>
      changes.some(({ video }) => video === 'a/b/gone') ? 'BAD_REQUEST' : undefined
    await store.flush()
    expect([...stored()]).toEqual([[TALK, expect.objectContaining({ isUnsent: false })]])
  })

  test('says that a tick was refused until another is saved', async () => {
    const { store, portal } = await open({}, true)
    const tick = (day: number) => store.setWatched(`due/update/2025-06-0${day}`, true)
    portal.error = () => 'BAD_REQUEST'
    tick(5)
    await store.sync()
    expect([store.$progress.get().records.size, store.$progress.get().problem]).toEqual([0, 'deadline_gone'])
    await store.sync()
    expect(store.$progress.get().problem, 'the member comes back to the tab').toBe('deadline_gone')
    portal.error = () => undefined
    tick(6)
    await store.flush()
    expect(store.$progress.get().problem).toBeNull()
  })

  test('keeps progress made during a save', async () => {
    const { store, portal } = await open()
    portal.merges = (changes) => {
      watch(store, 61)
      return changes
    }
    watch(store, 60)
    await store.flush()
    expect(stored().get(TALK)).toMatchObject({ positionSeconds: 61, isUnsent: true })
  })

  test('keeps a video first played during a read', async () => {
    const { store, portal } = await open()
    portal.read = async () => {
      watch(store, 60)
      await store.flush()
      return []
    }
    await store.sync()
    expect(store.$progress.get().records.get(TALK)?.positionSeconds).toBe(60)
  })

  test('sends an unsent mark again by beacon when the page is left', async () => {
    const { store, portal } = await open()
    store.setWatched(TALK, true)
    store.flushWithBeacon()
    expect(stored().get(TALK)).toMatchObject({ isUnsent: true })
    const beacon: unknown = JSON.parse((await portal.beacons[0]?.text()) ?? '')
    expect(beacon).toEqual({ changes: [expect.objectContaining({ video: TALK, watched: true })] })
    await vi.advanceTimersByTimeAsync(0)
    expect(portal.saved).toHaveLength(1)
  })

  test('is finished once the portal has answered', async () => {
    const { store, portal } = await open()
    portal.read = () => Promise.reject(new Error('offline'))
    expect([await store.sync(), store.$lastSyncedAt.get(), readLastSyncedAt('kai')]).toEqual([
      false,
      null,
      null,
    ])
    portal.read = () => Promise.resolve([])
    expect([await store.sync(), store.$lastSyncedAt.get(), readLastSyncedAt('kai')]).toEqual([
      true,
      Date.now(),
      Date.now(),
    ])
  })

  test('asks again 30 s after the portal did not answer', async () => {
    const { store, portal } = await open()
    portal.read = () => Promise.reject(new Error('offline'))
    await store.sync()
    portal.read = () => Promise.resolve([progress(TALK, 754, 1000)])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(store.$progress.get().records.get(TALK)?.positionSeconds).toBe(754)
  })

  test('asks no more once the member is signed out', async () => {
    const { store, portal } = await open()
    const list = vi.fn(() => Promise.resolve({ error: { code: 'UNAUTHORIZED' } }))
    Object.assign(actions.progress, { list })
    await store.sync()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([list.mock.calls.length, portal.saved]).toEqual([1, []])
  })

  test.each([
    ['UNAUTHORIZED', 'with', 'progress_signed_out'],
    ['UNAUTHORIZED', 'without', 'progress_signed_out_unkept'],
    ['INTERNAL_SERVER_ERROR', 'with', 'progress_unsent'],
    ['INTERNAL_SERVER_ERROR', 'without', 'progress_unsent_unkept'],
  ])('says why nothing is saved after %s %s storage', async (code, storage, problem) => {
    const { store, portal } = await open({}, storage === 'with')
    portal.error = () => code
    watch(store, 60)
    await store.flush()
    expect(store.$progress.get().problem).toBe(problem)
    portal.error = () => undefined
    await vi.advanceTimersByTimeAsync(30_000)
    expect(store.$progress.get().problem).toBeNull()
    expect(portal.saved).toHaveLength(2)
  })

  test('takes over what another tab stores', async () => {
    const { store } = await open({ 'a/b/seen': { positionSeconds: 9, playedAt: Date.now() } })
    localStorage.setItem(KEPT + TALK, JSON.stringify({ ...UNWATCHED, watched: true }))
    store.readOtherTabs()
    expect(store.$progress.get().records.get(TALK)).toMatchObject({ watched: true })
    expect(store.$progress.get().records.get('a/b/seen')).toMatchObject({ positionSeconds: 9 })
  })

  test('stores the portal’s response though it read other tabs’ changes meanwhile', async () => {
    const { store, portal } = await open({ [TALK]: { positionSeconds: 9, playedAt: Date.now() - 90_000 } })
    portal.read = () => {
      store.readOtherTabs()
      return Promise.resolve([progress(TALK, 754, 1000)])
    }
    await store.sync()
    expect(store.$progress.get().records.get(TALK)?.positionSeconds).toBe(754)
  })

  test('neither writes nor sends after a sign-out', async () => {
    const { store, portal } = await open()
    announceSignOut()
    watch(store, 60)
    store.flushWithBeacon()
    await store.flush()
    expect([stored().size, portal.saved, portal.beacons]).toEqual([0, [], []])
  })
})

function watch(store: Store, positionSeconds: number): void {
  store.updateProgress(
    TALK,
    (before, now) => withPosition(before, { positionSeconds, durationSeconds: 1800 }, now),
    'soon',
  )
}

function progress(video: string, positionSeconds: number, playedMsAgo: number): ProgressChange {
  return { video, positionSeconds, durationSeconds: 1800, playedMsAgo, watched: false, markedMsAgo: null }
}

/** The module as a new page has it. */
async function open(before: Record<string, Partial<ProgressRecord>> = {}, hasStorage = true) {
  const storage = new BrowserStorage(hasStorage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify({ id: 'kai' }) }) })
  vi.stubGlobal('navigator', { sendBeacon: (_: string, body: Blob) => portal.beacons.push(body) })
  for (const [video, one] of Object.entries(before))
    storage[KEPT + video] = JSON.stringify({ ...UNWATCHED, isUnsent: false, ...one })
  const portal = {
    knows: [] as ProgressChange[],
    saved: [] as ProgressChange[][],
    beacons: [] as Blob[],
    error: (() => undefined) as (changes: ProgressChange[]) => string | undefined,
    merges: (changes: ProgressChange[]) => changes,
    read: (): Promise<ProgressChange[]> => Promise.resolve([...portal.knows]),
  }
  Object.assign(actions.progress, {
    list: async () => ({ data: await portal.read() }),
    save({ changes }: { changes: ProgressChange[] }) {
      portal.saved.push(changes)
      const code = portal.error(changes)
      return Promise.resolve(code ? { error: { code } } : { data: portal.merges(changes) })
    },
  })
  vi.resetModules()
  const store: Store = await import('#src/lib/progress-store.ts')
  return { store, portal }
}

type Store = typeof progressStore

/** What this browser has of the member's progress. */
function stored(): Map<string, unknown> {
  return readAllStored(KEPT)
}

const KEPT = 'progress/kai/'

class BrowserStorage {
  [key: string]: unknown

  constructor(isWritable: boolean) {
    if (!isWritable) Object.preventExtensions(this)
  }

  getItem(key: string): unknown {
    return this[key] ?? null
  }

  setItem(key: string, value: string): void {
    this[key] = value
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

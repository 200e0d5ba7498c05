import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  progressRules,
  record,
  toChange,
  type LocalProgress,
  type ProgressStore,
} from '#src/islands/stores/progress.ts'
import { SyncedStore, type Changes } from '#src/islands/stores/synced-store.ts'
import { UNWATCHED, withPosition, withWatched } from '#src/shared/playlist/watch-state.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { memoryDisk } from '../fakes/notes.ts'

const TALK = 'cohort-17/week-1/talk'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the sync of progress', () => {
  test('saves every 15 seconds while the video plays', async () => {
    const { store, portal } = open()
    for (let second = 1; second <= 60; second++) {
      watch(store, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(portal.saved.map((changes) => changes[0]?.positionSeconds)).toEqual([15, 30, 45, 60])
  })

  test('keeps unsent progress until the network is back', async () => {
    const { store, portal, stored } = open()
    portal.error = () => 'offline'
    for (let second = 1; second <= 60; second++) {
      watch(store, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(stored.get(TALK)).toMatchObject({ positionSeconds: 60, isUnsent: true })
    portal.error = () => undefined
    await store.flush()
    expect(portal.saved.at(-1)).toEqual([expect.objectContaining({ positionSeconds: 60 })])
    expect(stored.get(TALK)).toMatchObject({ isUnsent: false })
  })

  test('stores what the portal merged and what other devices saved', async () => {
    const { store, portal, stored } = open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 60_000, isUnsent: true },
      'a/b/seen': { positionSeconds: 9, playedAt: Date.now() - 90_000 },
    })
    portal.merges = () => [progress(TALK, 754, 1000)]
    portal.knows = [progress(TALK, 754, 1000), progress('a/b/seen', 50, 2000)]
    await store.sync()
    expect(portal.saved).toEqual([[expect.objectContaining({ video: TALK, positionSeconds: 360 })]])
    expect([
      store.records.get(TALK)?.positionSeconds,
      store.records.get('a/b/seen')?.positionSeconds,
    ]).toEqual([754, 50])
    expect(stored.get(TALK)).toMatchObject({ positionSeconds: 754, isUnsent: false })
  })

  test('keeps a position that changes during a save', async () => {
    const { store, portal, stored } = open()
    portal.merges = (changes) => {
      watch(store, 61)
      return changes
    }
    watch(store, 60)
    await store.flush()
    expect(stored.get(TALK)).toMatchObject({ positionSeconds: 61, isUnsent: true })
  })

  test('forgets a video that was taken out of the playlist', async () => {
    const { store, portal } = open({
      'a/b/taken-out': { watched: true, markedAt: 1 },
      [TALK]: { positionSeconds: 360, playedAt: 1 },
    })
    portal.knows = [progress(TALK, 754, 1000)]
    await store.sync()
    expect([...store.records.keys()]).toEqual([TALK])
  })

  test('keeps a video that is first played during a read', async () => {
    const { store, portal } = open()
    portal.read = async () => {
      watch(store, 60)
      await store.flush()
      return []
    }
    await store.sync()
    expect(store.records.get(TALK)?.positionSeconds).toBe(60)
  })

  test('forgets what the portal refuses, and saves the rest', async () => {
    const { store, portal } = open({
      [TALK]: { positionSeconds: 6, playedAt: 1, isUnsent: true },
      'a/b/removed': { positionSeconds: 5, playedAt: 1, isUnsent: true },
    })
    portal.error = (changes) =>
      changes.some(({ video }) => video === 'a/b/removed') ? 'BAD_REQUEST' : undefined
    await store.flush()
    await store.flush()
    expect(portal.saved.map((changes) => changes.map(({ video }) => video))).toEqual([
      [TALK, 'a/b/removed'],
      ['a/b/removed'],
      [TALK],
    ])
  })

  test('sends a mark at once, and again after the page unloads', async () => {
    const { store, portal, stored } = open()
    record(store, TALK, (before, now) => withWatched(before, true, now), 'now')
    store.flushWithBeacon()
    expect(portal.beacons).toEqual([[expect.objectContaining({ video: TALK, watched: true })]])
    expect(stored.get(TALK)).toMatchObject({ isUnsent: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(portal.saved).toHaveLength(1)
  })

  test('neither writes nor sends after a sign-out', async () => {
    const { store, portal, stored, signOut } = open()
    signOut()
    watch(store, 60)
    store.flushWithBeacon()
    await store.flush()
    expect([stored.size, portal.saved, portal.beacons]).toEqual([0, [], []])
  })
})

test('a change during a slow save is stamped later than the answer', () => {
  const sent = {
    ...UNWATCHED,
    video: TALK,
    isUnsent: true,
    playedAt: 1000,
    watched: true,
    markedAt: 1000,
  }
  const slow = { ...progress(TALK, 0, 0), watched: true, markedMsAgo: 0 }
  const lift = (change: Partial<LocalProgress>) => {
    const now = new Map([[TALK, { ...sent, ...change }]])
    return (progressRules.saved([sent], { data: [slow] }, now) as Changes<LocalProgress>).get(TALK)
  }
  const next = Date.now() + 1
  expect(lift({ watched: false, markedAt: 2000 })).toEqual({ ...sent, watched: false, markedAt: next })
  expect(lift({ positionSeconds: 60, playedAt: 2000 })).toMatchObject({ playedAt: next, markedAt: 1000 })
  expect(lift({ markedAt: next + 5000 })).toMatchObject({ markedAt: next + 5000 })
})

function watch(store: ProgressStore, positionSeconds: number): void {
  record(
    store,
    TALK,
    (before, now) => withPosition(before, { positionSeconds, durationSeconds: 1800 }, now),
    'soon',
  )
}

function progress(video: string, positionSeconds: number, playedMsAgo: number): VideoProgress {
  return { video, positionSeconds, durationSeconds: 1800, playedMsAgo, watched: false, markedMsAgo: null }
}

function open(before: Record<string, Partial<LocalProgress>> = {}) {
  const stored = new Map(
    Object.entries(before).map(([video, one]) => [video, { ...UNWATCHED, video, isUnsent: false, ...one }]),
  )
  const portal = {
    knows: [] as VideoProgress[],
    saved: [] as VideoProgress[][],
    beacons: [] as VideoProgress[][],
    error: (() => undefined) as (changes: VideoProgress[]) => string | undefined,
    merges: (changes: VideoProgress[]) => changes,
    read: (): Promise<VideoProgress[]> => Promise.resolve([...portal.knows]),
  }
  let isOver = false
  const store: ProgressStore = new SyncedStore(
    {
      ...progressRules,
      disk: memoryDisk(stored),
      read: async () => ({ data: await portal.read() }),
      save(batch) {
        const changes = batch.map(toChange)
        portal.saved.push(changes)
        const code = portal.error(changes)
        return Promise.resolve(code ? { error: { code } } : { data: portal.merges(changes) })
      },
      beacon: (batch) => portal.beacons.push(batch.map(toChange)),
      isOver: () => isOver,
    },
    new Map(stored),
  )
  const signOut = () => {
    isOver = true
  }
  return { store, portal, stored, signOut }
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LocalEntry, LocalProgress } from '#src/islands/progress/local.ts'
import { ProgressSync } from '#src/islands/progress/sync.ts'
import { marked, NOTHING_KNOWN, played } from '#src/shared/playlist/known.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'

const TALK = 'cohort-17/week-1/talk'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('The sync of progress', () => {
  test('tells the portal a quarter of a minute later at most, however often the player speaks', async () => {
    const { sync, portal } = open()
    for (let second = 1; second <= 60; second++) {
      watch(sync, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(portal.saved.map((changes) => changes[0]?.positionSeconds)).toEqual([15, 30, 45, 60])
  })

  test('keeps what could not be told, and tells it when the network is back', async () => {
    const { sync, portal, stored } = open()
    portal.outcome = () => 'retry'
    for (let second = 1; second <= 60; second++) {
      watch(sync, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(stored.get(TALK)).toMatchObject({ positionSeconds: 60, unsent: true })
    portal.outcome = () => 'saved'
    await sync.flush()
    expect(portal.saved.at(-1)).toEqual([expect.objectContaining({ positionSeconds: 60 })])
    expect(stored.get(TALK)).toMatchObject({ unsent: false })
  })

  test('tells at the next visit what the last one could not', async () => {
    const { sync, portal } = open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 5000, unsent: true },
    })
    await sync.pull()
    expect(portal.saved).toEqual([[expect.objectContaining({ positionSeconds: 360, playedMsAgo: 5000 })]])
  })

  test('what another device did later is shown; what this one did later is told', async () => {
    const { sync, portal } = open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 60_000, unsent: true },
      'a/b/mine': { positionSeconds: 50, playedAt: Date.now() - 1000, unsent: true },
    })
    portal.knows = [progress(TALK, 754, 1000), progress('a/b/mine', 9, 90_000)]
    await sync.pull()
    expect(sync.of(TALK)?.positionSeconds).toBe(754)
    expect(sync.of('a/b/mine')?.positionSeconds).toBe(50)
    expect(portal.saved[0]).toContainEqual(
      expect.objectContaining({ video: 'a/b/mine', positionSeconds: 50 }),
    )
  })

  test('a video that was taken out is shown no more; what is new here, or known there, is', async () => {
    const { sync, portal, stored } = open({
      'a/b/taken-out': { watched: true, markedAt: 1 },
      'a/b/mine': { positionSeconds: 50, playedAt: 1, unsent: true },
      [TALK]: { positionSeconds: 360, playedAt: 1 },
    })
    portal.knows = [progress(TALK, 754, 1000)]
    await sync.pull()
    expect([...sync.entries().keys()].sort()).toEqual(['a/b/mine', TALK])
    expect(stored.get('a/b/taken-out')).toMatchObject({ watched: true })
  })

  test('what is played while the portal is asked is not taken for a video that was taken out', async () => {
    const { sync, portal } = open()
    portal.read = async () => {
      watch(sync, 60)
      await sync.flush()
      return []
    }
    await sync.pull()
    expect(sync.of(TALK)?.positionSeconds).toBe(60)
  })

  test('what the portal will never take holds up nothing else, and is told once', async () => {
    const { sync, portal } = open({
      'a/b/removed': { positionSeconds: 5, playedAt: 1, unsent: true },
      [TALK]: { positionSeconds: 6, playedAt: 1, unsent: true },
    })
    portal.outcome = (changes) =>
      changes.some(({ video }) => video === 'a/b/removed') ? 'rejected' : 'saved'
    await sync.flush()
    expect(portal.saved.map((changes) => changes.map(({ video }) => video))).toEqual([
      ['a/b/removed', TALK],
      ['a/b/removed'],
      [TALK],
    ])
    await sync.flush()
    expect(portal.saved).toHaveLength(3)
  })

  test('a hundred and twenty videos from an island without a network are told in three', async () => {
    const videos = Array.from(
      { length: 120 },
      (_, n) => [`a/b/c-${n}`, { playedAt: 1, unsent: true }] as const,
    )
    const { sync, portal } = open(Object.fromEntries(videos))
    await sync.flush()
    expect(portal.saved.map(({ length }) => length)).toEqual([50, 50, 20])
  })

  test('a mark by hand is told at once; what is told while the page goes away is told again', async () => {
    const { sync, portal, stored } = open()
    sync.record(TALK, (known, now) => marked(known, true, now), 'now')
    sync.flushWithBeacon()
    expect(portal.beacons).toEqual([[expect.objectContaining({ video: TALK, watched: true })]])
    expect(stored.get(TALK)).toMatchObject({ unsent: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(portal.saved).toHaveLength(1)
  })

  test('after a sign-out nothing is written and nothing told', async () => {
    const { sync, portal, stored, signOut } = open()
    signOut()
    watch(sync, 60)
    sync.flushWithBeacon()
    await sync.flush()
    expect([stored.size, portal.saved, portal.beacons]).toEqual([0, [], []])
  })
})

function watch(sync: ProgressSync, positionSeconds: number): void {
  sync.record(TALK, (known, now) => played(known, { positionSeconds, durationSeconds: 1800 }, now), 'soon')
}

function progress(video: string, positionSeconds: number, playedMsAgo: number): VideoProgress {
  return { video, positionSeconds, durationSeconds: 1800, playedMsAgo, watched: false, markedMsAgo: null }
}

function open(before: Record<string, Partial<LocalEntry>> = {}) {
  const blank: LocalEntry = { ...NOTHING_KNOWN, unsent: false }
  const stored = new Map(Object.entries(before).map(([video, entry]) => [video, { ...blank, ...entry }]))
  const local: LocalProgress = {
    readAll: () => new Map(stored),
    read: (video) => stored.get(video) ?? blank,
    write: (video, entry) => stored.set(video, entry),
  }
  const portal = {
    knows: [] as VideoProgress[],
    saved: [] as VideoProgress[][],
    beacons: [] as VideoProgress[][],
    outcome: (() => 'saved') as (changes: VideoProgress[]) => 'saved' | 'retry' | 'rejected',
    read: (): Promise<VideoProgress[]> => Promise.resolve(portal.knows),
    save: (changes: VideoProgress[]) => {
      portal.saved.push(changes)
      return Promise.resolve(portal.outcome(changes))
    },
    beacon: (changes: VideoProgress[]) => {
      portal.beacons.push(changes)
    },
  }
  let isOver = false
  const sync = new ProgressSync({
    local,
    remote: portal,
    clock: Date.now,
    isOver: () => isOver,
  })
  const signOut = () => {
    isOver = true
  }
  return { sync, portal, stored, signOut }
}

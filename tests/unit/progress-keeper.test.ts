import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeeper } from '#src/islands/progress/keeper.ts'
import type { LocalEntry, LocalProgress } from '#src/islands/progress/local.ts'
import { marked, NOTHING_KNOWN, played } from '#src/shared/playlist/known.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'

const TALK = 'cohort-17/week-1/talk'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_750_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('The keeper of progress', () => {
  test('tells the portal a quarter of a minute later at most, however often the player speaks', async () => {
    const { keeper, portal } = open()
    for (let second = 1; second <= 60; second++) {
      watch(keeper, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(portal.told.map((changes) => changes[0]?.positionSeconds)).toEqual([15, 30, 45, 60])
  })

  test('keeps what could not be told, and tells it when the network is back', async () => {
    const { keeper, portal, stored } = open()
    portal.outcome = () => 'later'
    for (let second = 1; second <= 60; second++) {
      watch(keeper, second)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(stored.get(TALK)).toMatchObject({ positionSeconds: 60, unsent: true })
    portal.outcome = () => 'kept'
    await keeper.tell()
    expect(portal.told.at(-1)).toEqual([expect.objectContaining({ positionSeconds: 60 })])
    expect(stored.get(TALK)).toMatchObject({ unsent: false })
  })

  test('tells at the next visit what the last one could not', async () => {
    const { keeper, portal } = open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 5000, unsent: true },
    })
    await keeper.meet()
    expect(portal.told).toEqual([[expect.objectContaining({ positionSeconds: 360, playedMsAgo: 5000 })]])
  })

  test('what another device did later is shown; what this one did later is told', async () => {
    const { keeper, portal } = open({
      [TALK]: { positionSeconds: 360, playedAt: Date.now() - 60_000, unsent: true },
      'a/b/mine': { positionSeconds: 50, playedAt: Date.now() - 1000, unsent: true },
    })
    portal.knows = [progress(TALK, 754, 1000), progress('a/b/mine', 9, 90_000)]
    await keeper.meet()
    expect(keeper.entries.get(TALK)?.positionSeconds).toBe(754)
    expect(keeper.entries.get('a/b/mine')?.positionSeconds).toBe(50)
    expect(portal.told[0]).toContainEqual(expect.objectContaining({ video: 'a/b/mine', positionSeconds: 50 }))
  })

  test('a video that was taken out is shown no more; what is new here, or known there, is', async () => {
    const { keeper, portal, stored } = open({
      'a/b/taken-out': { watched: true, markedAt: 1 },
      'a/b/mine': { positionSeconds: 50, playedAt: 1, unsent: true },
      [TALK]: { positionSeconds: 360, playedAt: 1 },
    })
    portal.knows = [progress(TALK, 754, 1000)]
    await keeper.meet()
    expect([...keeper.entries.keys()].sort()).toEqual(['a/b/mine', TALK])
    expect(stored.get('a/b/taken-out')).toMatchObject({ watched: true })
  })

  test('what is played while the portal is asked is not taken for a video that was taken out', async () => {
    const { keeper, portal } = open()
    portal.ask = async () => {
      watch(keeper, 60)
      await keeper.tell()
      return []
    }
    await keeper.meet()
    expect(keeper.entries.get(TALK)?.positionSeconds).toBe(60)
  })

  test('what the portal will never take holds up nothing else, and is told once', async () => {
    const { keeper, portal } = open({
      'a/b/removed': { positionSeconds: 5, playedAt: 1, unsent: true },
      [TALK]: { positionSeconds: 6, playedAt: 1, unsent: true },
    })
    portal.outcome = (changes) => (changes.some(({ video }) => video === 'a/b/removed') ? 'refused' : 'kept')
    await keeper.tell()
    expect(portal.told.map((changes) => changes.map(({ video }) => video))).toEqual([
      ['a/b/removed', TALK],
      ['a/b/removed'],
      [TALK],
    ])
    await keeper.tell()
    expect(portal.told).toHaveLength(3)
  })

  test('a hundred and twenty videos from an island without a network are told in three', async () => {
    const videos = Array.from(
      { length: 120 },
      (_, n) => [`a/b/c-${n}`, { playedAt: 1, unsent: true }] as const,
    )
    const { keeper, portal } = open(Object.fromEntries(videos))
    await keeper.tell()
    expect(portal.told.map(({ length }) => length)).toEqual([50, 50, 20])
  })

  test('a mark by hand is told at once; what is told while the page goes away is told again', async () => {
    const { keeper, portal, stored } = open()
    keeper.update(TALK, (known, now) => marked(known, true, now), 'now')
    keeper.tellInPassing()
    expect(portal.inPassing).toEqual([[expect.objectContaining({ video: TALK, watched: true })]])
    expect(stored.get(TALK)).toMatchObject({ unsent: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(portal.told).toHaveLength(1)
  })

  test('after a sign-out nothing is written and nothing told', async () => {
    const { keeper, portal, stored, signOut } = open()
    signOut()
    watch(keeper, 60)
    keeper.tellInPassing()
    await keeper.tell()
    expect([stored.size, portal.told, portal.inPassing]).toEqual([0, [], []])
  })
})

function watch(keeper: ReturnType<typeof createKeeper>, positionSeconds: number): void {
  keeper.update(TALK, (known, now) => played(known, { positionSeconds, durationSeconds: 1800 }, now), 'soon')
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
    told: [] as VideoProgress[][],
    inPassing: [] as VideoProgress[][],
    outcome: (() => 'kept') as (changes: VideoProgress[]) => 'kept' | 'later' | 'refused',
    ask: (): Promise<VideoProgress[]> => Promise.resolve(portal.knows),
    tell: (changes: VideoProgress[]) => {
      portal.told.push(changes)
      return Promise.resolve(portal.outcome(changes))
    },
    tellInPassing: (changes: VideoProgress[]) => {
      portal.inPassing.push(changes)
    },
  }
  let isOver = false
  const keeper = createKeeper({
    local,
    portal,
    clock: Date.now,
    isOver: () => isOver,
    changed: () => undefined,
  })
  const signOut = () => {
    isOver = true
  }
  return { keeper, portal, stored, signOut }
}

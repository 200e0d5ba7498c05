import { beforeAll, expect, test } from 'vitest'
import { listProgress, saveProgress } from '#src/server/progress/progress.ts'
import type { ProgressChange } from '#src/shared/playlist/progress.ts'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { onPortal } from '../support/portal.ts'

const LEILANI = 'leilani'
const KEALA = 'keala'
const TALK = 'cohort-17/week-1/who-to-ask'
const MINUTE = 60_000

onPortal('progress', (portal) => {
  beforeAll(() =>
    portal.query(
      `insert into users (id, email, password_hash) select id, id || '@example.org', '$argon2id$' from unnest($1::text[]) id`,
      [[LEILANI, KEALA]],
    ),
  )

  test('a video has one row', async () => {
    const { keep, of } = as(LEILANI, 'cohort-17/week-1/one-row')
    await keep({ positionSeconds: 60, playedMsAgo: 5 * MINUTE })
    await keep({ positionSeconds: 754, playedMsAgo: MINUTE })
    const stored = { positionSeconds: 754, durationSeconds: 1800, watched: false, markedMsAgo: null }
    expect(await of()).toMatchObject([stored])
    expect((await of())[0]?.playedMsAgo).toBeGreaterThanOrEqual(MINUTE)
  })

  test('the latest position wins in any order of arrival', async () => {
    const { keep } = as(LEILANI, 'cohort-17/week-1/late')
    await keep({ positionSeconds: 900, playedMsAgo: MINUTE })
    const answer = await keep({ positionSeconds: 100, playedMsAgo: 10 * MINUTE })
    expect(answer).toEqual([expect.objectContaining({ positionSeconds: 900 })])
  })

  test('a position keeps another device’s mark', async () => {
    const { keep, of } = as(LEILANI, 'cohort-17/week-1/both')
    await keep({ durationSeconds: null, playedMsAgo: null, watched: true, markedMsAgo: 9 * MINUTE })
    await keep({ positionSeconds: 300, playedMsAgo: MINUTE })
    expect(await of()).toEqual([expect.objectContaining({ positionSeconds: 300, watched: true })])
    await keep({ positionSeconds: 200, playedMsAgo: 4 * MINUTE, markedMsAgo: 2 * MINUTE })
    expect(await of()).toEqual([expect.objectContaining({ positionSeconds: 300, watched: false })])
  })

  test('a position beyond the known length is cut to the length', async () => {
    const { keep, of } = as(LEILANI, 'cohort-17/week-1/shorter-now')
    await keep({ positionSeconds: 300, durationSeconds: 600, playedMsAgo: 5 * MINUTE })
    await keep({ positionSeconds: 900, durationSeconds: null, playedMsAgo: MINUTE })
    expect(await of()).toEqual([expect.objectContaining({ positionSeconds: 600, durationSeconds: 600 })])
  })

  test('a member cannot change another’s progress', async () => {
    await saveProgress(portal.deps, LEILANI, [change(TALK, { positionSeconds: 10 })])
    await saveProgress(portal.deps, KEALA, [change(TALK, { positionSeconds: 20 })])
    expect(await as(LEILANI, TALK).of()).toEqual([expect.objectContaining({ positionSeconds: 10 })])
    expect(await as(KEALA, TALK).of()).toEqual([expect.objectContaining({ positionSeconds: 20 })])
  })

  function as(member: string, video: string) {
    return {
      keep: (told: Partial<ProgressChange>) => saveProgress(portal.deps, member, [change(video, told)]),
      of: async () => (await listProgress(portal.deps, member)).filter((known) => known.video === video),
    }
  }
})

function change(video: string, told: Partial<ProgressChange>): ProgressChange {
  const known = toProgress(video, { ...UNWATCHED, durationSeconds: 1800, playedAt: 0 }, MINUTE)
  return { ...known, ...told }
}

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepVisit, NOTHING_TOLD, tellVisit } from '#src/server/progress/visits.ts'
import type { VisitForm } from '#src/shared/news/form.ts'
import { MOST_DISMISSED } from '#src/shared/news/limits.ts'
import { HOUR_MS } from '#src/shared/units.ts'
import { onPortal, type Portal } from '../support/portal.ts'

const LEILANI = 'leilani'
const KEALA = 'keala'

onPortal('visits', (portal) => {
  beforeAll(() => addMembers(portal))
  beforeEach(() => portal.query('delete from visits'))

  test('on a first visit nothing was seen before', async () => {
    expect(await tell({})).toMatchObject({ sinceMsAgo: null, dismissed: [] })
  })

  test('a device whose clock was set back ends no visit, and begins none', async () => {
    expect(await tell({ sinceMsAgo: 0, beganMsAgo: 0 })).toMatchObject({ sinceMsAgo: null })
    await keep([30, 26, 25])
    expect(hours((await tell({ sinceMsAgo: 0, beganMsAgo: 0 })).sinceMsAgo)).toBe(25)
  })

  /** What the portal knows (since, began, seen), what a device tells (since, began), what both know then. In hours ago. */
  const meetings: readonly [rule: string, Kept, Told, Told][] = [
    ['a break ends a visit, and the next begins where it ended', [30, 26, 25], [null, 0], [25, 0]],
    ['a short break does not', [30, 6, 5], [null, 0], [30, 6]],
    ['what a device saw last counts where it told nobody then', [30, 26, 25], [22, 1], [22, 1]],
    ['what another device saw last counts as much', [30, 26, 20], [22, 1], [20, 1]],
    ['one that was asleep does not end the visit of the other', [30, 8, 1], [7.5, 0], [30, 8]],
    [
      'a device that told nothing of a visit begun an hour ago begins it then',
      [30, 26, 25],
      [26, 1],
      [25, 1],
    ],
    ['a device that knows of an earlier beginning is believed', [30, 2, 1], [28, 5], [28, 5]],
    ['the second device of a first visit makes nothing new', [null, 3, 2], [null, 0], [null, 3]],
  ]

  test.each(meetings)('%s', async (_, kept, [since, began], expected) => {
    await keep(kept)
    const told = { sinceMsAgo: since === null ? null : since * HOUR_MS, beganMsAgo: began * HOUR_MS }
    const { sinceMsAgo, beganMsAgo } = await tell(told)
    expect([hours(sinceMsAgo), hours(beganMsAgo)]).toEqual(expected)
  })

  test('telling twice changes nothing', async () => {
    await keep([30, 26, 25])
    const first = await tell({ beganMsAgo: HOUR_MS })
    const second = await tell({ beganMsAgo: HOUR_MS })
    expect(hours(second.sinceMsAgo)).toEqual(hours(first.sinceMsAgo))
  })

  test('of devices that tell at the same time none is lost', async () => {
    await keep([30, 26, 25])
    const names = Array.from({ length: 12 }, (_, n) => `notice-${n}`)
    const visits = await Promise.all(names.map((name) => tell({ dismissed: [name] })))
    expect(new Set(visits.map(({ sinceMsAgo }) => hours(sinceMsAgo)))).toEqual(new Set([25]))
    expect((await tell({})).dismissed.toSorted()).toEqual(names.toSorted())
  })

  describe('an announcement that was dismissed', () => {
    test('is dismissed on every device, once, whoever tells how often', async () => {
      await tell({ dismissed: ['demo-day'] })
      await tell({ dismissed: ['demo-day', 'welcome'] })
      expect((await tell({})).dismissed).toEqual(['demo-day', 'welcome'])
    })

    test('is forgotten when fifty others were since', async () => {
      await tell({ dismissed: ['demo-day'] })
      const others = Array.from({ length: MOST_DISMISSED }, (_, n) => `notice-${n}`)
      await tell({ dismissed: others })
      expect((await tell({})).dismissed).toEqual(others)
    })

    test('is forgotten alone by the fifty-first, which is not', async () => {
      const known = Array.from({ length: MOST_DISMISSED }, (_, n) => `notice-${n}`)
      await tell({ dismissed: known })
      await tell({ dismissed: ['demo-day'] })
      expect((await tell({})).dismissed).toEqual(['demo-day', ...known.slice(0, -1)])
    })

    test('is that member’s alone', async () => {
      await tell({ dismissed: ['demo-day'] })
      expect(await keepVisit(portal.deps, KEALA, NOTHING_TOLD)).toMatchObject({ dismissed: [] })
    })
  })

  test('a visit goes with the account', async () => {
    await keepVisit(portal.deps, KEALA, NOTHING_TOLD)
    await portal.query('delete from users where id = $1', [KEALA])
    expect(await portal.query('select * from visits where user_id = $1', [KEALA])).toEqual([])
  })

  test('a hundred and twenty in ten minutes are enough for any member', async () => {
    const answers = []
    for (let n = 0; n < 121; n++) answers.push(await tellVisit(portal.deps, 'nalu', NOTHING_TOLD))
    expect(answers.filter(({ ok }) => !ok)).toEqual([expect.objectContaining({ code: 'too_many_attempts' })])
  })

  function tell(told: Partial<VisitForm>): Promise<VisitForm> {
    return keepVisit(portal.deps, LEILANI, { ...NOTHING_TOLD, ...told })
  }

  async function keep(hoursAgo: Kept) {
    await portal.query('delete from visits')
    const sql = `insert into visits (user_id, since, began_at, seen_at) values ($1, now() - $2::float8 * interval '1 hour',
      now() - $3::float8 * interval '1 hour', now() - $4::float8 * interval '1 hour')`
    await portal.query(sql, [LEILANI, ...hoursAgo])
  }
})

type Kept = [since: number | null, began: number, seen: number]
type Told = [since: number | null, began: number]

/** To the quarter of an hour: each statement takes a moment. */
function hours(ms: number | null): number | null {
  return ms === null ? null : Math.round((ms / HOUR_MS) * 4) / 4
}

async function addMembers(portal: Portal): Promise<void> {
  for (const id of [LEILANI, KEALA, 'nalu']) {
    const sql = 'insert into users (id, email, password_hash) values ($1, $2, $3)'
    await portal.query(sql, [id, `${id}@example.org`, '$argon2id$none'])
  }
}

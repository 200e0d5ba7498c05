import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newAvatarKey } from '#src/server/avatars/avatar.ts'
import { sweep } from '#src/server/sweep/sweep.ts'
import { AVATARS_PREFIX } from '#src/shared/paths.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { memoryAvatarStore } from '../fakes/avatar-store.ts'
import { runCli } from '../support/admin-cli.ts'
import { onPortal } from '../support/portal.ts'

onPortal('lost-picture: the sweep', (portal) => {
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from scheduled_runs; delete from users')
    portal.deps.avatars = memoryAvatarStore()
  })

  test.each([
    ['one of three', 2, 1],
    ['three of four', 1, 3],
    ['a tenth of forty', 36, 4],
  ])('deletes up to three unused pictures, or a tenth: %s', async (_, shown, orphans) => {
    await members(shown)
    await orphansOf(await member(), orphans)
    expect(await run()).toEqual({ avatars: orphans, withheldAvatars: 0 })
    expect(await stored()).toBe(shown)
  })

  test.each([
    ['four of thirty-nine', 35, 4, 'known'],
    ['one of a person whom the database never knew', 5, 1, 'unknown'],
    ['the only one', 0, 1, 'known'],
    ['all, where the database is empty', 0, 12, 'unknown'],
    ['most, where the database is older', 2, 6, 'known'],
  ])('keeps unused pictures that are too many to be right: %s', async (_, shown, orphans, owner) => {
    await members(shown)
    await orphansOf(owner === 'known' ? await member() : randomUUID(), orphans)
    expect(await run()).toEqual({ avatars: 0, withheldAvatars: orphans })
    expect(await stored()).toBe(shown + orphans)
  })

  test('keeps every picture where the database is another portal’s', async () => {
    const ours = portal.deps.avatars
    portal.deps.avatars = memoryAvatarStore()
    await members(3)
    portal.deps.avatars = ours
    await orphansOf(randomUUID(), 2)
    expect(await run()).toEqual({ avatars: 0, withheldAvatars: 2 })
  })

  test('deletes the picture of an account that was deleted', async () => {
    const id = await member()
    await orphansOf(id, 1, 0)
    await portal.query(`select delete_account($1, 'Noe')`, [id])
    expect(await run()).toEqual({ avatars: 1, withheldAvatars: 0 })
  })

  test('keeps an unused picture that is younger than a day', async () => {
    await members(1)
    await orphansOf(await member(), 1, DAY_MS - 60_000)
    expect(await run()).toEqual({ avatars: 0, withheldAvatars: 0 })
  })

  describe('after an administrator has released the pictures that it kept', () => {
    beforeEach(async () => {
      await orphansOf(randomUUID(), 5)
      await portal.query(
        `insert into scheduled_runs (name, ended_at, withheld_count) values ('sweep', now(), 5)`,
      )
      const login = { DATABASE_URL: portal.database.roleUrls.lanai_admin }
      expect((await runCli(['pictures'], login)).stdout).toMatch(/^withheld +swept at\n5 +20.+ UTC\n$/)
      expect((await runCli(['pictures', '--delete'], login)).stdout).toMatch(
        /\n5 +the next sweep deletes them\n$/,
      )
    })

    test('deletes as many as were released', async () => {
      expect(await run()).toEqual({ avatars: 5, withheldAvatars: 0 })
    })

    test('deletes none when there are more by then', async () => {
      await orphansOf(randomUUID(), 1)
      expect(await run()).toEqual({ avatars: 0, withheldAvatars: 6 })
    })
  })

  async function run() {
    const { avatars, withheldAvatars } = await sweep(portal.deps)
    return { avatars, withheldAvatars }
  }

  async function stored() {
    return (await portal.deps.avatars.list()).length
  }

  async function member(): Promise<string> {
    const email = `${randomUUID()}@example.org`
    const [row] = await portal.query<{ id: string }>(
      `select register_member($1, '$argon2id$x', null) as id`,
      [email],
    )
    return row?.id ?? ''
  }

  /** Members who show a picture. */
  async function members(amount: number) {
    for (let n = 0; n < amount; n++) {
      const id = await member()
      const [key] = await orphansOf(id, 1)
      await portal.query('update profiles set avatar_url = $2 where id = $1', [id, `${AVATARS_PREFIX}${key}`])
    }
  }

  async function orphansOf(id: string, amount: number, ageMs = 2 * DAY_MS) {
    const keys = Array.from({ length: amount }, () => newAvatarKey(id, Date.now() - ageMs))
    for (const key of keys) await portal.deps.avatars.put(key, new Uint8Array(1))
    return keys
  }
})

import { beforeEach, expect, test } from 'vitest'
import { endFeed, findFeed, readFeed, renewFeed } from '#src/server/calendar/feeds.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import { exportData } from '#src/server/members/my-data.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { onPortal, PASSWORD, stranger } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'

onPortal('a member’s own address of the calendar', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await portal.member(LEILANI)
  })

  test('is found, by the gate’s own rights, with the status that its member has now', async () => {
    const token = await renew()
    const sql = createSql({
      DATABASE_URL: portal.database.roleUrls.lanai_edge,
      DATABASE_HTTP_URL: portal.database.httpUrl,
    })
    expect(await findFeed(sql, token)).toEqual({ approvalStatus: 'approved' })
    await portal.decide(LEILANI, 'denied')
    expect(await findFeed(sql, token)).toEqual({ approvalStatus: 'denied' })
  })

  test('is kept as a hash alone, and is in no export', async () => {
    const token = await renew()
    const rows = JSON.stringify(await portal.query('select * from calendar_feeds'))
    const { hash = '' } =
      (await portal.query<{ hash: string }>('select token_hash as hash from calendar_feeds'))[0] ?? {}
    const data = JSON.stringify(await exportData(portal.deps, leilani))
    expect(rows).not.toContain(token)
    expect(data).toContain('calendar_feeds')
    for (const secret of [token, hash]) expect(data).not.toContain(secret)
  })

  test('is one: a new one ends the one before', async () => {
    expect(await readFeed(portal.deps, leilani)).toBeNull()
    const [first, second] = [await renew(), await renew()]
    expect(second).not.toBe(first)
    expect([await find(first), await find(second)]).toEqual([null, { approvalStatus: 'approved' }])
    expect(await readFeed(portal.deps, leilani)).toBeInstanceOf(Date)
  })

  test('ends when its member says so, and nobody else’s with it', async () => {
    const kai = await portal.member('kai@example.org')
    const [mine, theirs] = [await renew(), await renew(kai)]
    for (let n = 0; n < 2; n++) await endFeed(portal.deps, leilani)
    expect([await find(mine), await find(theirs)]).toEqual([null, { approvalStatus: 'approved' }])
    expect(await readFeed(portal.deps, leilani)).toBeNull()
  })

  test('ends with a new password, and with the account', async () => {
    const kai = await portal.member('kai@example.org')
    const [mine, theirs] = [await renew(), await renew(kai)]
    const form = { currentPassword: PASSWORD, newPassword: 'a new aloha' }
    await changePassword(portal.deps, leilani, form, stranger())
    await portal.query(`select delete_account($1, 'the member')`, [kai.member.id])
    expect([await find(mine), await find(theirs)]).toEqual([null, null])
  })

  function find(token: string) {
    return findFeed(portal.deps.sql, token)
  }

  function renew(who = leilani): Promise<string> {
    return renewFeed(portal.deps, who)
  }
})

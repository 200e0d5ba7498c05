import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliveryTo } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

const PORTAL = 'https://portal.school.dev'
const STAGING = 'https://staging.school.dev'

let mailbox: Mailbox
let database: TestDatabase
beforeAll(async () => {
  mailbox = await startMailbox({ directory: null, port: 0 })
})
beforeEach(async () => {
  database = await startTestDatabase()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await database.close()
})
afterAll(() => mailbox.close())

test('a second site sends nothing from a database', async () => {
  await deliverAs(PORTAL)
  await invite()
  const before = await query(database, 'select * from outbox')
  expect(await deliverAs(STAGING)).toEqual({})
  expect(await query(database, 'select * from outbox')).toEqual(before)
  expect(vi.mocked(console.error).mock.calls).toEqual([['{"code":"site_refused","alarm":true}']])
  expect(await deliverAs(PORTAL)).toMatchObject({ sent: 1 })
})

test('a site that has moved sends from its database, and its old address doesn’t', async () => {
  await deliverAs(PORTAL)
  await invite()
  await query(database, 'select move_site($1)', [STAGING])
  expect(await deliverAs(PORTAL)).toEqual({})
  expect(await deliverAs(STAGING)).toMatchObject({ sent: 1 })
})

test('of several sites that ask at once, one gets the database', async () => {
  const urls = Array.from({ length: 8 }, (_, n) => `https://${n}.school.dev`)
  const claims = await Promise.all(
    urls.map((url) => query<{ isOurs: boolean }>(database, 'select claim_site($1) as "isOurs"', [url])),
  )
  expect(claims.flat().filter(({ isOurs }) => isOurs)).toHaveLength(1)
})

test('restored-backup: a copy sends nothing before after-restore', async () => {
  await deliverAs(PORTAL)
  const copy = await restoreElsewhere()
  await invite(copy)
  expect(await deliverAs(PORTAL, copy)).toEqual({})
  await query(copy, 'select reconcile_after_restore()')
  expect(await deliverAs(PORTAL, copy)).toMatchObject({ sent: 1 })
  await copy.close()
})

test('restored-backup: a copy that was said to have moved sends nothing before after-restore', async () => {
  await deliverAs(PORTAL)
  const copy = await restoreElsewhere()
  await invite(copy)
  await query(copy, 'select move_site($1)', [STAGING])
  expect(await deliverAs(STAGING, copy)).toEqual({})
  await copy.close()
})

function deliverAs(siteUrl: string, from = database) {
  return deliveryTo(from, mailbox, siteUrl)()
}

/** Another database with the row of this one, as a dump restores it. */
async function restoreElsewhere(): Promise<TestDatabase> {
  const copy = await startTestDatabase()
  const rows = await query(database, 'select * from site')
  await query(copy, 'insert into site select * from jsonb_populate_recordset(null::site, $1)', [
    JSON.stringify(rows),
  ])
  return copy
}

function invite(to = database) {
  return query(to, `select invite('[{"email": "kai@example.org"}]', 'Noe')`)
}

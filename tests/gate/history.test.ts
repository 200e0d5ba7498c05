import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveHistories } from '../history/live.ts'
import { openOwner } from '../history/world.ts'
import { startTestStack } from '../support/test-stack.ts'
import { withoutLimits } from '../history/without-limits.ts'

let stack: Awaited<ReturnType<typeof startTestStack>>
let owner: ReturnType<typeof openOwner>
beforeAll(async () => {
  stack = await startTestStack()
  owner = openOwner(stack.databaseUrl)
  await owner.query(withoutLimits)
})
afterAll(async () => {
  await owner.end()
  await stack.close()
})

/** `npm run history` takes a hundred times as many, at several portals over one database. */
test('whoever may see sees, and nobody else, from the moment of a decision, a sign-out or a new name', async () => {
  const portals = { sites: [stack.siteUrl], databaseUrl: stack.databaseUrl, owner }
  const { operations, broken } = await liveHistories(portals, {
    seed: 20_261_122,
    operations: 800,
    minutes: 2,
    atOnce: 2,
  })
  expect(broken).toBeNull()
  expect(operations).toBeGreaterThan(500)
}, 120_000)

import { neonConfig } from '@neondatabase/serverless'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { updateProfile } from '#src/server/members/my-data.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createRetryingSql, createSql } from '#src/server/vendors/neon.ts'
import { ProfileForm } from '#src/shared/forms.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { envOf, onPortal } from '../support/portal.ts'

const BUDGET_MS = 1000

/** Failures reported for Neon: a control plane error, a compute restart, a closed socket. */
const hiccups = ['refuses', 'has no compute', 'restarts', 'loses the answer', 'sends half an answer'] as const

onPortal('when the database’s response is lost', (portal) => {
  let way: DatabaseProxy
  let leilani: SignedIn
  beforeAll(async () => {
    way = await startDatabaseProxy(portal.database.httpUrl)
    leilani = await portal.member('leilani@example.org')
  })
  afterAll(() => {
    way.close()
  })
  beforeEach(() => {
    way.mend()
  })

  describe.each(hiccups)('because it %s', (how) => {
    test('once, the retry finds the session', async () => {
      way.break(how, 1)
      expect((await find())?.member.id).toBe(leilani.member.id)
      expect(way.asked).toHaveLength(2)
    })

    test('for good, there is no second retry', async () => {
      way.break(how)
      await expect(find()).rejects.toThrow()
      expect(way.asked).toHaveLength(2)
    })

    test('a write isn’t retried', async () => {
      way.break(how, 1)
      const wish = ProfileForm.parse({ fullName: 'Leilani K.' })
      await expect(updateProfile({ sql: sql() }, leilani, wish)).rejects.toThrow()
      expect(way.asked).toHaveLength(1)
    })
  })

  test('the client that retries sets its own endpoint', async () => {
    const { fetchEndpoint } = neonConfig
    onTestFinished(() => {
      neonConfig.fetchEndpoint = fetchEndpoint
    })
    neonConfig.fetchEndpoint = 'http://127.0.0.1:9/sql'
    expect(await createRetryingSql(env(), BUDGET_MS)`SELECT 1 AS one`).toEqual([{ one: 1 }])
  })

  test('a database that is silent until the time is up isn’t asked again', async () => {
    way.break('hangs', 1)
    await expect(find()).rejects.toThrow()
    expect(way.asked).toHaveLength(1)
  })

  test.each(['answers HTML', 'answers an unknown status', 'has no disk space'] as const)(
    "a response that arrived isn't retried: it %s",
    async (how) => {
      way.break(how, 1)
      await expect(find()).rejects.toThrow()
      expect(way.asked).toHaveLength(1)
    },
  )

  function find() {
    return createLuciaSessions(sql(), createRetryingSql(env(), BUDGET_MS)).find(leilani.token)
  }

  /** The driver's endpoint is one for all, so it is set each time. */
  function sql() {
    return createSql(env())
  }

  function env() {
    return { ...envOf(portal.database), DATABASE_HTTP_URL: way.url }
  }
})

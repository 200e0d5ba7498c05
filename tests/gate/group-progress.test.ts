import { expect, test } from 'vitest'
import { signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const actions = await useBuiltActions()
const { call, database } = actions
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }

/** In tests/programme, for the group naupaka. */
const KEYS = ['due/naupaka-report/2025-06-06', 'cohort-18/week-1/naupaka-start']

test('progress in what isn’t for a member is refused as if it didn’t exist, and isn’t listed', async () => {
  const leilani = await signedIn(actions, input)
  const save = (video: string) => {
    const change = { video, positionSeconds: 0, durationSeconds: null, playedMsAgo: null }
    return call('progress.save', { changes: [{ ...change, watched: true, markedMsAgo: 0 }] }, leilani)
  }
  const list = async () => (await call('progress.list', { zone: null }, leilani)).body
  const unknown = await save('cohort-18/week-1/no-such-video')
  expect(unknown.status).toBe(400)
  for (const key of KEYS) expect(await save(key)).toEqual(unknown)

  await query(database, `insert into member_groups select id, 'naupaka' from users`)
  for (const key of KEYS) expect(await save(key)).toMatchObject({ status: 200 })
  for (const key of KEYS) expect(await list()).toContain(key)
  await query(database, 'delete from member_groups')
  expect(await list()).not.toContain('naupaka')
  await query(database, 'update profiles set is_editor = true')
  expect(await list()).toContain('naupaka')
})

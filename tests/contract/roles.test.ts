import { beforeAll, describe, expect, test } from 'vitest'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { createDatabase, type TestDatabase } from '../support/test-databases.ts'
import { useDatabase } from '../support/test-databases.ts'

describe('with the rights of its role each part does its work', () => {
  const database = useDatabase()
  beforeAll(async () => {
    await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
    await query(database, `select decide_membership('kai@example.com', 'approved')`)
  })

  test('the gate finds a session with its member, renews it and ends it', async () => {
    const sessions = createLuciaSessions(sqlOf('lanai_app'))
    const [member] = await query<{ id: string }>(database, 'select id from users')
    const cookie = await sessions.start(member?.id ?? '', { passwordHash: '$argon2id$x', userAgent: null })
    const token = cookie?.value ?? ''

    const gate = createLuciaSessions(sqlOf('lanai_edge'))
    expect(await gate.find(token)).toMatchObject({
      member: { email: 'kai@example.com' },
      renewedCookie: null,
    })
    await query(database, `update sessions set expires_at = now() + interval '1 hour'`)
    expect((await gate.find(token))?.renewedCookie).toMatchObject({ value: token })
    await gate.end(token)
    expect(await gate.find(token)).toBeNull()
  })

  test('an administrator decides by a bare UPDATE: recorded under their own name, and the member is told', async () => {
    await as('lanai_admin', `update profiles set approval_status = 'denied'`)
    const [decided] = await as('lanai_admin', 'select * from approval_events order by id desc limit 1')
    expect(decided).toMatchObject({ from_status: 'approved', to_status: 'denied' })
    expect(await query(database, `select 1 from outbox where kind = 'membership_decided'`)).toHaveLength(2)
  })

  test('an administrator invites by a bare INSERT: recorded under their own name, and one mail goes out', async () => {
    await as('lanai_admin', `insert into invitations (email, full_name) values ('New@example.com', 'Noe')`)
    expect(await as('lanai_admin', 'select email, invited_by from invitations')).toEqual([
      { email: 'new@example.com', invited_by: 'portal_admin' },
    ])
    expect(
      await query(database, `select payload ->> 'to' as to from outbox where kind = 'invitation'`),
    ).toEqual([{ to: 'new@example.com' }])
    await expect(as('lanai_app', `insert into invitations (email) values ('x@example.com')`)).rejects.toThrow(
      /^permission denied/,
    )
  })

  test('an administrator sets every limit back, and learns of none', async () => {
    await as('lanai_app', `select take_attempt(repeat('a', 64), 5, '1 hour')`)
    await expect(as('lanai_admin', 'select attempts from rate_limits')).rejects.toThrow(/^permission denied/)
    await as('lanai_admin', 'delete from rate_limits')
    expect(await as('lanai_app', 'select attempts from rate_limits')).toEqual([])
  })

  test('an account can be ended by the application, and the record of it stays', async () => {
    await as('lanai_app', `select register_member('leaves@example.com', '$argon2id$x', null)`)
    const [member] = await as('lanai_app', `select id from members where email = 'leaves@example.com'`)
    await sqlOf('lanai_app').query('insert into account_deletions (user_id, due_at) values ($1, now())', [
      member?.id,
    ])
    await as('lanai_app', 'select delete_due_accounts(1)')
    const events = await as(
      'lanai_admin',
      `select to_status from approval_events where user_id = '${String(member?.id)}'`,
    )
    expect(events).toEqual([{ to_status: 'deleted' }])
  })

  function as(role: keyof TestDatabase['roleUrls'], statement: string) {
    return sqlOf(role).query(statement)
  }

  function sqlOf(role: keyof TestDatabase['roleUrls']) {
    return createSql({ DATABASE_URL: database.roleUrls[role], DATABASE_HTTP_URL: database.httpUrl })
  }
})

describe('an owner who is no superuser, as at Neon', () => {
  test('migrates, and so does the owner of another database of the same server', async () => {
    const databases = await Promise.all([createDatabase('empty'), createDatabase('empty')])
    const owned = databases.map(({ url }) => ({
      url: new URL(url),
      owner: `owner${new URL(url).pathname.slice(6)}`,
    }))
    for (const { url, owner } of owned) {
      const superuser = { databaseUrl: url.href }
      await query(superuser, `create role ${owner} login createrole password 'secret'`)
      await query(superuser, `alter database ${url.pathname.slice(1)} owner to ${owner}`)
      url.username = owner
      url.password = 'secret'
    }
    const [applied, again] = await Promise.all(owned.map(({ url }) => migrate(url.href)))
    expect(applied?.applied).toContain('0013_roles.sql')
    expect(again).toEqual(applied)

    const [first] = owned
    await query(
      { databaseUrl: first?.url.href ?? '' },
      `select register_member('a@b.co', '$argon2id$x', null)`,
    )
    for (const { close } of databases) await close()
  })
})

import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { SCHEMA } from '../../scripts/doctor/schema.ts'
import { query } from '../support/query.ts'
import { type TestDatabase, useDatabase } from '../support/test-databases.ts'

type Role = keyof TestDatabase['roleUrls']

const database = useDatabase()
beforeAll(async () => {
  await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
  await query(database, `select decide_memberships(array['kai@example.com'], 'approved', force => true)`)
})

/**
 * A migration that adds a table, a column or a function changes this file: decide for each role, and grant it in that
 * migration. Then read the difference that `npx vitest run --project unit tests/contract/schema.test.ts -u` leaves.
 */
test('the migrations make the schema in db/schema.txt', async () => {
  const rows = await query<{ line: string }>(database, SCHEMA)
  await expect(rows.map(({ line }) => `${line}\n`).join('')).toMatchFileSnapshot(
    join(import.meta.dirname, '../../db/schema.txt'),
  )
})

test.each([
  [
    'callable by everyone',
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and has_function_privilege('public', oid, 'execute') and prorettype <> 'trigger'::regtype`,
  ],
  [
    'readable by everyone',
    `select relname as name from pg_class c, aclexplode(c.relacl) a
     where relnamespace = 'public'::regnamespace and a.grantee = 0`,
  ],
  [
    'granted by default',
    `select a.grantee::regrole::text as name from pg_default_acl d, aclexplode(d.defaclacl) a
     where a.grantee <> d.defaclrole`,
  ],
  [
    'that signs in as a role',
    `select rolname as name from pg_roles where rolname like 'lanai_%'
       and (rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  ],
  [
    'that runs with its owner’s rights on another search_path',
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']`,
  ],
  [
    'without a comment',
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null`,
  ],
])('the schema has nothing %s', async (_, wrong) => {
  expect(await query(database, wrong)).toEqual([])
})

describe('least privilege:', () => {
  test.each<[Role, string]>([
    ['lanai_edge', 'select password_hash from users'],
    ['lanai_edge', `select decide_memberships(array['kai@example.com'], 'denied')`],
    ['lanai_app', `update profiles set approval_status = 'approved'`],
    ['lanai_app', 'alter table approval_events disable trigger all'],
    ['lanai_app', 'grant lanai_admin to lanai_app'],
    ['lanai_app', 'create table public.mine (n int)'],
    ['lanai_admin', 'truncate approval_events'],
  ])('%s cannot: %s', async (role, statement) => {
    await expect(as(role, statement)).rejects.toThrow(/^(?:permission denied|must be owner)/)
  })

  test('the gate finds, renews and ends a session', async () => {
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

  test('an administrator’s invitation records their database login', async () => {
    await as('lanai_admin', `select invite('[{"email": "New@example.com"}]')`)
    expect(
      await as('lanai_admin', 'select email, invited_by from people where invited_at is not null'),
    ).toEqual([{ email: 'new@example.com', invited_by: 'portal_admin' }])
  })
})

function as(role: Role, statement: string) {
  return sqlOf(role).query(statement)
}

function sqlOf(role: Role) {
  return createSql({ DATABASE_URL: database.roleUrls[role], DATABASE_HTTP_URL: database.httpUrl })
}

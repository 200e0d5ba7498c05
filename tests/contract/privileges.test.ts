import { neon } from '@neondatabase/serverless'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSql } from '#src/server/vendors/neon.ts'
import { readFunctionPrivileges, readTablePrivileges, roles } from '../support/privileges.ts'
import { query } from '../support/query.ts'
import type { TestDatabase } from '../support/test-databases.ts'
import { useDatabase } from '../support/test-databases.ts'

const ALL = 'select, insert, update, delete'

/**
 * Who may do what. A table or function that a migration adds belongs here: decide for each role, grant or revoke it in
 * that migration (lanai_app gets tables and functions by default, see db/migrations/0013_roles.sql), then write it down.
 */
const tables: Record<string, Rights> = {
  account_deletions: {
    edge: '',
    app: 'select, insert(user_id, token_hash, due_at), update(kept_at), delete',
    admin: '',
  },
  approval_events: { edge: '', app: 'select', admin: 'select' },
  calendar_feeds: {
    edge: 'select(user_id, token_hash)',
    app: ALL,
    admin: 'select(user_id, created_at), delete',
  },
  invitations: {
    edge: '',
    app: 'select, update(came_at)',
    admin: 'select, insert(email, full_name)',
  },
  known_devices: { edge: '', app: ALL, admin: '' },
  links: { edge: '', app: ALL, admin: '' },
  members: { edge: 'select', app: 'select', admin: 'select' },
  notes: { edge: '', app: ALL, admin: '' },
  outbox: {
    edge: '',
    app: ALL,
    admin:
      'select(id, kind, attempts, next_attempt_at, locked_until, expires_at, sent_at, dead_at, last_error, created_at)',
  },
  portal_status: { edge: 'select', app: '', admin: 'select' },
  profiles: {
    edge: '',
    app: 'select, insert(id, full_name), update(full_name, avatar_url)',
    admin: 'select, update(approval_status, is_editor, is_admin)',
  },
  rate_limits: { edge: '', app: ALL, admin: 'delete' },
  removed_notes: { edge: '', app: ALL, admin: '' },
  scheduled_runs: { edge: '', app: 'select, insert, update', admin: '' },
  schema_migrations: { edge: '', app: '', admin: 'select' },
  sessions: {
    edge: 'select(id, user_id, expires_at, created_at, last_seen_at), update(expires_at, last_seen_at), delete',
    app: ALL,
    admin: 'select(user_id, expires_at, created_at, last_seen_at, user_agent), delete',
  },
  users: {
    edge: '',
    app: 'select, insert(id, email, password_hash, sign_up_browser_hash), update(email, password_hash, email_confirmed_at, sign_up_browser_hash)',
    admin: 'select(id, email, email_confirmed_at, created_at)',
  },
  video_progress: { edge: '', app: ALL, admin: '' },
}

/** Which role may call what. */
const functions: Record<string, string> = Object.fromEntries(
  Object.entries({
    edge: `
    portal_health`,
    app: `
    announce_registration change_email change_password claim_outbox confirm_email decide_as_admin
    undo_as_admin waiting_for
    decision_to_tell delete_due_accounts discard_sign_up end_access enqueue export_account
    give_back_attempt hold_linked_member is_decided keep_account keep_notes keep_video_progress
    link_decisions mail_link mail_member ms_ago new_link read_decision_link register_member
    registrations_to_tell remember_device remove_sign_up replace_avatar request_deletion
    request_email_change request_password_reset resend_confirmation reset_password set_password
    sha256_hex sign_up start_session sweep_rows take_attempt update_own_name`,
    admin: `
    act_as acting addresses_in brief_age clear_status decide_membership decide_memberships
    decision_history end_every_session end_sessions find_members find_people invite
    keep_accounts list_deletions list_invitations list_pending list_undelivered lock_profiles
    member_mails member_report people_in portal_stats retry_outbox revoke_invitation
    schedule_deletions set_admins set_editors set_status settle_after_restore spoken undo_decisions
    unknown_address utc_minute`,
    '': `
    deciding_admin delete_account invitation_state outbox_state`,
  }).flatMap(([role, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, role]),
  ),
)

describe('least privilege', () => {
  const database = useDatabase()
  beforeAll(async () => {
    await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
    await query(database, `select decide_membership('kai@example.com', 'approved')`)
    await query(
      database,
      `insert into sessions (id, user_id, expires_at)
       select repeat('a', 64), id, now() + interval '1 hour' from users`,
    )
  })

  test('what each role may do with each table has been decided', async () => {
    expect(await readTablePrivileges(database)).toEqual(
      Object.fromEntries(Object.entries(tables).map(([table, rights]) => [table, byRole(rights)])),
    )
  })

  test('which role may call each function has been decided', async () => {
    expect(await readFunctionPrivileges(database)).toEqual({ ...functions, is_mail_address: 'admin app' })
  })

  test('nothing in the schema is for everybody, and no role can sign in or do more than it was given', async () => {
    const open = await query(
      database,
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'execute')
         and prorettype <> 'trigger'::regtype
       union all
       select relname from pg_class c, aclexplode(c.relacl) a
       where relnamespace = 'public'::regnamespace and a.grantee = 0`,
    )
    expect(open).toEqual([])
    expect(
      await query(
        database,
        `select rolname from pg_roles
         where rolname = any ($1)
           and (rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
        [roles],
      ),
    ).toEqual([])
  })

  test('whatever runs with the owner’s rights looks for nothing outside the schema', async () => {
    expect(
      await query(
        database,
        `select proname from pg_proc
         where pronamespace = 'public'::regnamespace and prosecdef
           and not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']`,
      ),
    ).toEqual([])
  })

  test.each([
    'select password_hash from users',
    'select email from users',
    'select approval_status from profiles',
    'select * from sessions',
    'select user_agent from sessions',
    'select payload from outbox',
    'select token_hash from links',
    'select * from approval_events',
    'select * from invitations',
    `insert into sessions (id, user_id, expires_at) values (repeat('b', 64), 'x', now())`,
    `update sessions set user_id = 'x'`,
    `select decide_membership('kai@example.com', 'denied')`,
    `select start_session(repeat('c', 64), 'x', 'x', null, interval '1 day', 1)`,
    `select enqueue('password_changed', 'x', '{}')`,
    'create table public.mine (n int)',
  ])('the gate cannot: %s', (statement) => refused('lanai_edge', statement))

  test.each([
    `update profiles set approval_status = 'approved'`,
    `insert into profiles (id, approval_status) values ('x', 'approved')`,
    `insert into approval_events (user_id, actor, to_status) values ('x', 'nobody', 'approved')`,
    `update approval_events set actor = 'somebody else'`,
    'delete from approval_events',
    'truncate approval_events',
    'alter table approval_events disable trigger all',
    'drop trigger approval_events_append_only on approval_events',
    'drop table approval_events',
    'alter table approval_events owner to lanai_app',
    'create or replace function refuse_rewriting_history() returns trigger language plpgsql as $$ begin return new; end $$',
    `select decide_membership('kai@example.com', 'denied')`,
    'select * from schema_migrations',
    `insert into invitations (email) values ('me@example.com')`,
    `select invite('[]')`,
    'update profiles set is_admin = true',
    `select set_admins('{kai@example.com}', true)`,
    `update schema_migrations set checksum = ''`,
    'truncate users',
    'truncate outbox',
    'grant lanai_admin to lanai_app',
    'create table public.mine (n int)',
  ])('the application cannot: %s', (statement) => refused('lanai_app', statement))

  test.each([
    'select password_hash from users',
    'select payload from outbox',
    'select token_hash from links',
    `insert into invitations (user_id, email) values ('x', 'x@example.com')`,
    'select id from sessions',
    `update users set email = 'else@example.com'`,
    `insert into approval_events (user_id, actor, to_status) values ('x', 'nobody', 'approved')`,
    'delete from approval_events',
    'truncate approval_events',
    'alter table profiles disable trigger all',
    'drop table approval_events',
    `select register_member('x@example.com', '$argon2id$x', null)`,
    'create table public.mine (n int)',
  ])('an administrator cannot: %s', (statement) => refused('lanai_admin', statement))

  test('one statement with a role’s rights leaves the next one the owner’s', async () => {
    await refused('lanai_edge', 'select password_hash from users')
    expect(await query(database, 'select password_hash from users')).not.toEqual([])
  })

  test('a password that is not the role’s own opens nothing', async () => {
    const url = new URL(database.roleUrls.lanai_edge)
    url.username = 'portal_app'
    const { neonConfig } = await import('@neondatabase/serverless')
    neonConfig.fetchEndpoint = database.httpUrl
    await expect(neon(url.href)`select 1`).rejects.toThrow('password authentication failed')
  })

  function refused(role: keyof TestDatabase['roleUrls'], statement: string) {
    return expect(as(role, statement)).rejects.toThrow(/^(?:permission denied|must be owner)/)
  }

  function as(role: keyof TestDatabase['roleUrls'], statement: string) {
    return sqlOf(role).query(statement)
  }

  function sqlOf(role: keyof TestDatabase['roleUrls']) {
    return createSql({ DATABASE_URL: database.roleUrls[role], DATABASE_HTTP_URL: database.httpUrl })
  }
})

function byRole(rights: Rights): Record<string, string> {
  return Object.fromEntries(Object.entries(rights).map(([role, right]) => [`lanai_${role}`, right]))
}

interface Rights {
  edge: string
  app: string
  admin: string
}

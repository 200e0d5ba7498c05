import { neon } from '@neondatabase/serverless'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSql } from '#src/server/vendors/neon.ts'
import { readFunctionPrivileges, readTablePrivileges, roles } from '../support/privileges.ts'
import { query } from '../support/query.ts'
import type { TestDatabase } from '../support/test-databases.ts'
import { useDatabase } from '../support/use-database.ts'

const ALL = 'select, insert, update, delete'

/**
 * Who may do what. A table or function that a migration adds belongs here: decide for each role, grant or revoke it in
 * that migration (lanai_app gets tables and functions by default, see db/migrations/0015_roles.sql), then write it down.
 */
const tables: Record<string, Rights> = {
  account_deletions: {
    edge: '',
    app: 'select, insert(user_id, token_hash, requested_at, due_at, kept_at), update(token_hash, requested_at, due_at, kept_at), delete',
    admin: '',
  },
  approval_events: { edge: '', app: 'select', admin: 'select' },
  calendar_feeds: {
    edge: 'select(user_id, token_hash)',
    app: ALL,
    admin: 'select(user_id, created_at), delete',
  },
  decision_links: { edge: '', app: ALL, admin: '' },
  email_change_tokens: { edge: '', app: ALL, admin: '' },
  email_confirmation_tokens: { edge: '', app: ALL, admin: '' },
  kick_offs: { edge: '', app: 'select', admin: 'select, insert, update(ends_at), delete' },
  known_devices: { edge: '', app: ALL, admin: '' },
  members: { edge: 'select', app: 'select', admin: 'select' },
  notes: { edge: '', app: ALL, admin: '' },
  outbox: {
    edge: '',
    app: ALL,
    admin:
      'select(id, kind, attempts, next_attempt_at, locked_until, expires_at, sent_at, dead_at, last_error, created_at)',
  },
  password_reset_tokens: { edge: '', app: ALL, admin: '' },
  pending_members: { edge: '', app: '', admin: 'select' },
  portal_status: { edge: 'select', app: '', admin: 'select' },
  profiles: {
    edge: '',
    app: 'select, insert(id, full_name, avatar_url), update(full_name, avatar_url)',
    admin: 'select, update(approval_status, is_editor, is_admin)',
  },
  rate_limits: { edge: '', app: ALL, admin: 'delete' },
  removed_notes: { edge: '', app: ALL, admin: '' },
  roster: { edge: '', app: '', admin: ALL },
  scheduled_runs: { edge: '', app: 'select, insert, update', admin: '' },
  schema_migrations: { edge: '', app: '', admin: 'select' },
  sessions: {
    edge: 'select(id, user_id, expires_at, created_at, last_seen_at), update(expires_at, last_seen_at), delete',
    app: ALL,
    admin: 'select(user_id, expires_at, created_at, last_seen_at, user_agent), delete',
  },
  sign_up_browsers: { edge: '', app: ALL, admin: '' },
  undelivered: { edge: '', app: '', admin: 'select' },
  users: {
    edge: '',
    app: 'select, insert(id, email, password_hash), update(email, password_hash, email_confirmed_at, password_proven_at)',
    admin: 'select(id, email, email_confirmed_at, created_at)',
  },
  video_progress: { edge: '', app: ALL, admin: '' },
}

/** Which roles may call it. */
const functions: Record<string, string> = {
  addresses_in: 'admin',
  approve_from_roster: '',
  at_kick_off: 'app',
  brief_age: 'admin',
  change_email: 'app',
  change_password: 'app',
  claim_outbox: 'app',
  clear_status: 'admin',
  confirm_email: 'app',
  decide_membership: 'admin',
  decide_memberships: 'admin',
  decision_history: 'admin',
  decision_to_tell: 'app',
  delete_account: 'app',
  count_sign_up: 'app',
  delete_due_accounts: 'app',
  discard_sign_up: 'app',
  end_email_changes: 'app',
  end_every_session: 'admin',
  end_kick_offs: 'admin',
  end_sessions: 'admin',
  enqueue: 'app',
  export_account: 'app',
  find_members: 'admin',
  give_back_attempt: 'app',
  hold_confirming_member: 'app',
  hold_roster_addresses: '',
  import_roster: 'admin',
  is_decided: 'app',
  is_mail_address: 'admin',
  keep_account: 'app',
  list_pending: 'admin',
  list_undelivered: 'admin',
  lock_profiles: 'admin',
  member_mails: 'admin',
  member_report: 'admin',
  needs_password: 'app',
  outbox_state: '',
  plan_kick_off: 'admin',
  portal_health: 'edge',
  portal_stats: 'admin',
  prove_sign_up: 'app',
  register_member: 'app',
  remember_device: 'app',
  remove_sign_up: 'app',
  replace_avatar: 'app',
  request_deletion: 'app',
  request_email_change: 'app',
  request_password_reset: 'app',
  resend_confirmation: 'app',
  reset_password: 'app',
  retry_outbox: 'admin',
  send_confirmation: 'app',
  set_editors: 'admin',
  set_mailed_password: 'app',
  set_status: 'admin',
  set_sign_up_password: 'app',
  settle_after_restore: 'admin',
  spend_roster_rows: '',
  start_session: 'app',
  take_attempt: 'app',
  takes_first_password: 'app',
  undo_decisions: 'admin',
  update_own_name: 'app',
  utc_minute: 'admin',
  write_nothing_as_slowly: 'app',
  sweep_rows: 'app',
  announce_registration: 'app',
  registrations_to_tell: 'app',
  edit_distance: 'admin',
  nearest_address: 'admin',
  unknown_address: 'admin',
  known_addresses: 'admin',
  members_named: 'admin',
  confirmed_and_undecided: 'admin',
  spoken: 'admin',
  find_people: 'admin',
  list_approved: 'admin',
  schedule_deletions: 'admin',
  keep_accounts: 'admin',
  list_deletions: 'admin',
  no_such_variable: 'admin',
  set_admins: 'admin',
  link_decisions: 'app',
  deciding_admin: '',
  read_decision_link: 'app',
  decide_by_link: 'app',
  ms_ago: 'app',
  keep_video_progress: 'app',
  keep_notes: 'app',
}

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
    expect(await readFunctionPrivileges(database)).toEqual(functions)
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
    'select token_hash from password_reset_tokens',
    'select * from approval_events',
    'select * from roster',
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
    `insert into roster (email) values ('me@example.com')`,
    'update roster set spent_at = null',
    `select spend_roster_rows('{me@example.com}', 'x')`,
    `select import_roster('[]')`,
    'insert into kick_offs (ends_at, people) values (now(), 100)',
    'select plan_kick_off(100)',
    'update profiles set is_admin = true',
    `select set_admins('{kai@example.com}', true)`,
    `select approve_from_roster(array(select id from users))`,
    `update schema_migrations set checksum = ''`,
    'truncate users',
    'truncate outbox',
    'grant lanai_admin to lanai_app',
    'create table public.mine (n int)',
  ])('the application cannot: %s', (statement) => refused('lanai_app', statement))

  test.each([
    'select password_hash from users',
    'select payload from outbox',
    'select token_hash from email_confirmation_tokens',
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

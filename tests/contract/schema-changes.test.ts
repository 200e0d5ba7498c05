import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { schemaCheck } from '../../scripts/doctor/schema.ts'
import { useDatabase } from '../support/test-databases.ts'

const database = useDatabase()
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(database.databaseUrl)
  await client.connect()
})
afterAll(() => client.end())
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

/** A view or a function as it is, with one text in it replaced. */
const edited = (definition: string, text: string, by: string) =>
  `do $do$ begin execute replace(${definition}, $old$${text}$old$, $new$${by}$new$); end $do$`
const members = (text: string, by: string) =>
  edited(`'create or replace view members as ' || pg_get_viewdef('members'::regclass)`, text, by)
const body = (name: string, text: string, by: string) =>
  edited(`pg_get_functiondef('${name}'::regproc)`, text, by)

/** What somebody did, the statement, and what the doctor says of it. */
const CHANGES: [what: string, sql: string, finding: RegExp][] = [
  [
    'everyone starts approved',
    `alter table profiles alter approval_status set default 'approved'`,
    /profiles has "approval_status text! default 'approved'::text" in place of "approval_status text! default 'pending'::text"/,
  ],
  [
    'everyone starts as administrator',
    'alter table profiles alter is_admin set default true',
    /default true" in place of .*default false"/,
  ],
  [
    'a default of a view',
    `alter view members alter approval_status set default 'x'`,
    /members has .*default 'x'/,
  ],
  [
    'members says that everyone is approved',
    members('p.approval_status', `'approved'::text as approval_status`),
    /members has "view \w{8}" in place of "view \w{8}"/,
  ],
  [
    'members says that everyone is an administrator',
    members('(p.is_admin AND (NOT removal.is_pending))', 'true'),
    /members has "view \w{8}" in place of/,
  ],
  [
    'an option of a view',
    'alter view members set (security_invoker = true)',
    /members has also "security_invoker=true"/,
  ],
  [
    'a trigger that approves',
    `create function approve() returns trigger language plpgsql as $$ begin new.approval_status := 'approved'; return new; end $$;
     create trigger approve before insert on profiles for each row execute function approve()`,
    /profiles approve was added: CREATE TRIGGER approve BEFORE INSERT/,
  ],
  [
    'a trigger that is switched off',
    'alter table profiles disable trigger profiles_record_direct_update',
    /profiles profiles_record_direct_update has also "disabled"/,
  ],
  [
    'a trigger of replicas alone',
    'alter table profiles enable replica trigger profiles_record_direct_update',
    /profiles_record_direct_update has also "enabled R"/,
  ],
  [
    'a trigger that is gone',
    'drop trigger approval_events_append_only on approval_events',
    /approval_events_append_only is missing: CREATE TRIGGER/,
  ],
  [
    'references that aren’t checked',
    'alter table sessions disable trigger all',
    /sessions sessions_user_id_fkey has also "disabled"/,
  ],
  [
    'a rule that forgets decisions',
    'create rule forget as on insert to approval_events do instead nothing',
    /approval_events forget was added: CREATE RULE forget/,
  ],
  [
    'a history that may be rewritten',
    'create or replace function reject_history_changes() returns trigger language plpgsql as $$ begin return new; end $$',
    /reject_history_changes\(\) has "\w{8}" in place of "\w{8}"/,
  ],
  [
    'a body in plpgsql',
    body('decide_memberships', 'not force', 'force'),
    /decide_memberships\(.+\) has "\w{8}" in place of/,
  ],
  [
    'a body in SQL',
    body('is_valid_email', '254', '1000'),
    /is_valid_email\(address text\) has "\w{8}" in place of/,
  ],
  [
    'a body that is parsed',
    body('normalize_email', 'lower', 'upper'),
    /normalize_email\(typed text\) has "\w{8}" in place of/,
  ],
  [
    'another parsed body',
    body('actor_or_login', 'SESSION_USER', `'nobody'`),
    /actor_or_login\(actor text\) has "\w{8}" in place of/,
  ],
  [
    'a default of a parameter',
    body('decide_memberships', 'force boolean DEFAULT false', 'force boolean DEFAULT true'),
    /decide_memberships\(.+\) has "\w{8}"/,
  ],
  [
    'a function with its caller’s rights',
    'alter function decide_memberships security invoker',
    /decide_memberships\(.+\) has lost "definer"/,
  ],
  [
    'a function with its owner’s rights',
    'alter function create_email_token security definer',
    /create_email_token\(.+\) has also "definer"/,
  ],
  [
    'a function without its search_path',
    'alter function invite reset search_path',
    /invite\(.+\) has lost "search_path=public, pg_temp"/,
  ],
  [
    'a function that is said to be immutable',
    'alter function find_members immutable',
    /find_members\(.+\) has "immutable" in place of "stable"/,
  ],
  [
    'a second function of a name',
    'create function normalize_email(varchar) returns text language sql return $1',
    /normalize_email\(character varying\) was added/,
  ],
  [
    'a function that is gone',
    'drop function unsubscribe',
    /unsubscribe\(.+\) is missing: lanai_edge, returns boolean/,
  ],
  [
    'an index that is gone',
    'drop index approval_events_user_id',
    /approval_events approval_events_user_id is missing: INDEX btree \(user_id, created_at\)/,
  ],
  [
    'a name that only one may have',
    'create unique index one_name on profiles (full_name)',
    /profiles one_name was added: UNIQUE INDEX/,
  ],
  [
    'a constraint that is gone',
    'alter table profiles drop constraint profiles_website_url_is_https',
    /profiles profiles_website_url_is_https is missing: CHECK/,
  ],
  [
    'a constraint of their own',
    'alter table users add constraint ours check (email <> $$x$$)',
    /users ours was added: CHECK/,
  ],
  ['a table that a crash empties', 'alter table rate_limits set unlogged', /rate_limits has also "unlogged"/],
  ['a setting of a table', 'alter table sessions set (fillfactor = 10)', /sessions has also "fillfactor=10"/],
  ['row security', 'alter table profiles enable row level security', /profiles has also "row security"/],
  ['a policy', 'create policy p on profiles using (true)', /profiles p was added: POLICY USING true/],
  [
    'a table that adds its rows',
    'create table more () inherits (broadcasts)',
    /broadcasts has also "inherited by more"/,
  ],
  ['a column more', 'alter table users add password text', /users has also "password text"/],
  [
    'a column that may be empty',
    'alter table users alter email drop not null',
    /users has "email text" in place of "email text!"/,
  ],
  [
    'a column of another type',
    'alter table notes alter position_seconds type bigint',
    /notes has "position_seconds bigint!" in place of "position_seconds integer!"/,
  ],
  [
    'another order of text',
    'alter table notes alter video_title type text collate "C"',
    /notes has "video_title text! collate C" in place of/,
  ],
  ['a right more', 'grant insert on notes to lanai_edge', /notes, lanai_edge was added: insert/],
  [
    'a right of everyone',
    'grant select on users to public',
    /users, lanai_app has .*"select", |users, lanai_\w+ .*select/,
  ],
  ['a right less', 'revoke select on members from lanai_edge', /members, lanai_edge is missing: select/],
  [
    'a right to call',
    'grant execute on function delete_account to lanai_app',
    /delete_account\(.+\) has "lanai_app" in place of "the owner"/,
  ],
  ['a right to create', 'grant create on schema public to lanai_app', /public, lanai_app has also "create"/],
  [
    'new functions that everyone may call',
    'alter default privileges grant execute on functions to public',
    /new functions has "everyone" in place of "the owner"/,
  ],
  ['a role in a role', 'grant lanai_admin to lanai_app', /\w+, lanai_app (?:has also|was added)/],
]

test.each(CHANGES)('the doctor finds %s', async (_, sql, finding) => {
  await client.query(sql)
  expect(await examine()).toMatchObject({ state: 'fail', found: expect.stringMatching(finding) as string })
})

test('the doctor finds nothing where nobody changed the schema', async () => {
  expect(await examine()).toMatchObject({ state: 'ok' })
})

test('the doctor leaves other programs’ things alone', async () => {
  await client.query(`create table report (n int); create view report_people as select id from profiles;
    create index report_name on profiles (full_name); create function report() returns int language sql return 1;
    create trigger report after insert on report for each row execute function reject_history_changes()`)
  expect(await examine()).toMatchObject({ state: 'ok' })
})

function examine() {
  return schemaCheck.run({ client, health: () => Promise.resolve(null), migrations: [] })
}

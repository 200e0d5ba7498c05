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

/** What somebody did, the statement, and what the doctor says of it: each form of a difference, and what db/schema.txt has no line with. */
const CHANGES: [what: string, sql: string, finding: RegExp][] = [
  [
    'everyone starts approved',
    `alter table profiles alter approval_status set default 'approved'`,
    /profiles has "approval_status text! default 'approved'::text" in place of "approval_status text! default 'pending'::text"/,
  ],
  [
    'members says that everyone is approved',
    members('p.approval_status', `'approved'::text as approval_status`),
    /members has "view \w{8}" in place of "view \w{8}"/,
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
    'a body in plpgsql',
    body('decide_memberships', 'not force', 'force'),
    /decide_memberships\(.+\) has "\w{8}" in place of/,
  ],
  [
    'a function with its caller’s rights',
    'alter function decide_memberships security invoker',
    /decide_memberships\(.+\) has lost "definer"/,
  ],
  [
    'a function that is gone',
    'drop function unsubscribe',
    /unsubscribe\(.+\) is missing: lanai_edge, returns boolean/,
  ],
  ['a table that a crash empties', 'alter table rate_limits set unlogged', /rate_limits has also "unlogged"/],
  ['row security', 'alter table profiles enable row level security', /profiles has also "row security"/],
  ['a policy', 'create policy p on profiles using (true)', /profiles p was added: POLICY USING true/],
  [
    'a table that adds its rows',
    'create table more () inherits (broadcasts)',
    /broadcasts has also "inherited by more"/,
  ],
  [
    'another order of text',
    'alter table notes alter video_title type text collate "C"',
    /notes has "video_title text! collate C" in place of/,
  ],
  [
    'a right of everyone',
    'grant select on users to public',
    /users, lanai_app has .*"select", |users, lanai_\w+ .*select/,
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

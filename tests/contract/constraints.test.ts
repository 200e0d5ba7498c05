import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

/** Of a column that may not be null, that a check wants, or that the database numbers itself. */
const NEEDED = expect.stringMatching(/^(?:23502|23514|428C9)$/) as string

const HASH = 'a'.repeat(64)
const OTHER_HASH = 'b'.repeat(64)
const AFTER = '2026-01-01T00:00:01+00:00'
const OTHER_NOTE = '9c1d8a52-6a4c-4a3e-9d3c-0d1b7d6f2a12'
const NOTE = '6f0f6a4e-6a4c-4a3e-9d3c-0d1b7d6f2a11'
const VIDEO = 'aloha/week-1/welcome'
/** As long as a path may be. */
const LONG_VIDEO = `aloha/week-1/${'v'.repeat(187)}`

/** A row of each table with no more than it must have, what it may have besides, and what it gets by itself. */
const tables: Record<string, Table> = {
  account_deletions: {
    row: { user_id: 'leilani', due_at: AFTER },
    optional: ['kept_at', 'requested_by', 'token_hash'],
    defaults: { requested_at: 'now' },
  },
  approval_events: {
    row: { user_id: 'leilani', actor: 'Noa', to_status: 'approved' },
    optional: ['from_status', 'reason', 'undoes'],
    defaults: { at: 'now', id: expect.any(Number) },
  },
  calendar_feeds: {
    row: { user_id: 'leilani', token_hash: HASH },
    optional: [],
    defaults: { created_at: 'now' },
  },
  invitations: {
    row: { email: 'kai@example.com' },
    optional: ['came_at', 'full_name', 'user_id'],
    defaults: {
      user_id: expect.any(String),
      invited_by: 'Noa',
      invited_at: 'now',
      expires_at: expect.any(String),
    },
  },
  known_devices: {
    row: { id: HASH, user_id: 'leilani' },
    optional: [],
    defaults: { known_since: 'now' },
  },
  links: {
    row: { token_hash: HASH, purpose: 'decide', user_id: 'leilani', expires_at: AFTER },
    optional: ['new_email', 'used_at'],
    defaults: { created_at: 'now' },
  },
  notes: {
    row: {
      user_id: 'leilani',
      id: NOTE,
      video: VIDEO,
      title: 'Welcome',
      fragment: 'welcome',
      seconds: 0,
      text: 'Aloha',
      written_at: AFTER,
    },
    optional: [],
    defaults: {},
  },
  outbox: {
    row: { id: NOTE, kind: 'confirm_email', dedupe_key: 'confirm:1' },
    optional: [
      'dead_at',
      'expires_at',
      'last_error',
      'locked_until',
      'payload',
      'provider_id',
      'sent_at',
      'user_id',
    ],
    defaults: { attempts: 0, created_at: 'now', next_attempt_at: 'now' },
  },
  portal_status: {
    row: { sentence: 'The portal is slow today.', set_by: 'Noa' },
    optional: ['ends_at'],
    defaults: { is_only: true, set_at: 'now' },
  },
  profiles: {
    row: { id: 'leilani' },
    optional: ['avatar_url', 'full_name'],
    defaults: { approval_status: 'pending', is_admin: false, is_editor: false },
  },
  rate_limits: {
    row: { key: HASH },
    optional: [],
    defaults: { attempts: 0, blocked_until: '-infinity', forgotten_at: '-infinity' },
  },
  removed_notes: { row: { user_id: 'leilani', id: NOTE }, optional: [], defaults: { removed_at: 'now' } },
  scheduled_runs: { row: { name: 'outbox', ended_at: AFTER }, optional: [], defaults: {} },
  schema_migrations: {
    row: { name: '9999_later.sql', checksum: HASH },
    optional: [],
    defaults: { applied_at: 'now' },
  },
  sessions: {
    row: { id: HASH, public_id: NOTE, user_id: 'leilani', expires_at: AFTER },
    optional: ['network', 'user_agent'],
    defaults: { created_at: 'now', last_seen_at: 'now' },
  },
  users: {
    row: { id: 'kai', email: 'kai@example.com' },
    optional: ['email_confirmed_at', 'password_hash', 'sign_up_browser_hash'],
    defaults: { created_at: 'now' },
  },
  video_progress: {
    row: { user_id: 'leilani', video: VIDEO, played_at: AFTER },
    optional: ['duration_seconds', 'marked_at'],
    defaults: { position_seconds: 0, watched: false },
  },
}

/** Each rule that a table has for its rows: what it takes, and the nearest that it does not. */
const rules: Record<string, Rule> = {
  account_deletions_hash_is_sha256: hash('account_deletions', 'token_hash'),
  calendar_feeds_hash_is_sha256: hash('calendar_feeds', 'token_hash'),
  invitations_email_has_shape: {
    table: 'invitations',
    taken: [],
    refused: [{ email: 'kai,lani@example.com' }],
  },
  known_devices_id_is_sha256: hash('known_devices', 'id'),
  links_hash_is_sha256: hash('links', 'token_hash'),
  links_new_email_is_of_a_change: {
    table: 'links',
    taken: [{ purpose: 'change_email', new_email: 'lani@example.com' }],
    refused: [{ purpose: 'change_email' }, { new_email: 'lani@example.com' }],
  },
  links_purpose_check: {
    table: 'links',
    taken: [{ purpose: 'invitation' }],
    refused: [{ purpose: 'newsletter' }],
  },
  notes_fragment_is_short: length('notes', 'fragment', 1, 300),
  notes_seconds_is_time: between('notes', 'seconds', 0, 86_400),
  notes_text_is_short: length('notes', 'text', 1, 2000),
  notes_title_is_short: length('notes', 'title', 1, 300),
  notes_video_is_path: path('notes'),
  outbox_dead_rows_hold_no_token: {
    table: 'outbox',
    taken: [{ payload: { token: 'secret' } }, { dead_at: AFTER, payload: { to: 'kai@example.com' } }],
    refused: [{ dead_at: AFTER, payload: { token: 'secret' } }],
  },
  outbox_ends_once: {
    table: 'outbox',
    taken: [{ sent_at: AFTER }, { dead_at: AFTER }],
    refused: [{ sent_at: AFTER, dead_at: AFTER }],
  },
  outbox_forgets_what_was_sent: {
    table: 'outbox',
    taken: [{ payload: { to: 'kai@example.com' } }],
    refused: [{ sent_at: AFTER, payload: { to: 'kai@example.com' } }],
  },
  outbox_kind_check: {
    table: 'outbox',
    taken: [{ kind: 'reset_password' }],
    refused: [{ kind: 'newsletter' }],
  },
  portal_status_is_one: { table: 'portal_status', taken: [{ is_only: true }], refused: [{ is_only: false }] },
  portal_status_sentence_check: {
    table: 'portal_status',
    taken: [{ sentence: 'x' }, { sentence: 'x'.repeat(200) }],
    refused: [
      { sentence: '' },
      { sentence: 'x'.repeat(201) },
      { sentence: ' Slow today.' },
      { sentence: 'Slow\ntoday.' },
    ],
  },
  profiles_approval_status_check: {
    table: 'profiles',
    taken: [{ approval_status: 'denied' }],
    refused: [{ approval_status: 'waiting' }],
  },
  profiles_full_name_is_short: {
    table: 'profiles',
    taken: [{ full_name: '🌺'.repeat(100) }],
    refused: [{ full_name: 'x'.repeat(101) }],
  },
  rate_limits_key_is_sha256: hash('rate_limits', 'key'),
  sessions_id_is_sha256: hash('sessions', 'id'),
  sessions_network_is_coarse: {
    table: 'sessions',
    taken: [{ network: '203.0' }, { network: '2001:db8' }],
    refused: [{ network: '203.0.113' }, { network: '2001:db8:0' }],
  },
  users_email_has_shape: {
    table: 'users',
    taken: [{ email: `${'k'.repeat(242)}@example.com` }],
    refused: [{ email: `${'k'.repeat(243)}@example.com` }, { email: 'kai' }, { email: 'k ai@example.com' }],
  },
  users_email_is_canonical: canonical('users'),
  users_password_hash_is_argon2id: {
    table: 'users',
    taken: [{ password_hash: '$argon2id$v=19$x' }],
    refused: [{ password_hash: '$2b$10$x' }],
  },
  users_sign_up_browser_hash_is_sha256: hash('users', 'sign_up_browser_hash'),
  video_progress_duration_is_time: {
    table: 'video_progress',
    taken: [{ duration_seconds: 1 }, { duration_seconds: 86_400 }],
    refused: [{ duration_seconds: 0 }, { duration_seconds: 86_401 }],
  },
  video_progress_position_is_time: between('video_progress', 'position_seconds', 0, 86_400),
  video_progress_says_something: {
    table: 'video_progress',
    taken: [{ played_at: null, marked_at: AFTER }],
    refused: [{ played_at: null }],
  },
  video_progress_video_is_path: path('video_progress'),
  video_progress_within_duration: {
    table: 'video_progress',
    taken: [{ position_seconds: 60, duration_seconds: 60 }],
    refused: [{ position_seconds: 61, duration_seconds: 60 }],
  },
}

/** What no two rows of a table have in common: what else may differ. */
const keys: Record<string, { table: string; given?: Row; other: Row }> = {
  account_deletions_pkey: { table: 'account_deletions', other: {} },
  account_deletions_token_hash_key: {
    table: 'account_deletions',
    given: { token_hash: HASH },
    other: { user_id: 'noa' },
  },
  calendar_feeds_pkey: { table: 'calendar_feeds', other: { token_hash: OTHER_HASH } },
  calendar_feeds_token_hash_key: { table: 'calendar_feeds', other: { user_id: 'noa' } },
  known_devices_pkey: { table: 'known_devices', other: {} },
  links_pkey: { table: 'links', other: { user_id: 'noa' } },
  notes_pkey: { table: 'notes', other: { text: 'Mahalo' } },
  outbox_dedupe_key_key: { table: 'outbox', other: { id: OTHER_NOTE } },
  outbox_pkey: { table: 'outbox', other: { dedupe_key: 'confirm:2' } },
  portal_status_pkey: { table: 'portal_status', other: { sentence: 'All is well.' } },
  profiles_pkey: { table: 'profiles', other: {} },
  rate_limits_pkey: { table: 'rate_limits', other: {} },
  removed_notes_pkey: { table: 'removed_notes', other: {} },
  scheduled_runs_pkey: { table: 'scheduled_runs', other: {} },
  schema_migrations_pkey: { table: 'schema_migrations', other: {} },
  sessions_pkey: { table: 'sessions', other: { public_id: OTHER_NOTE } },
  sessions_public_id: { table: 'sessions', other: { id: OTHER_HASH } },
  users_email_key: { table: 'users', other: { id: 'kai-again' } },
  users_pkey: { table: 'users', other: { email: 'kai.again@example.com' } },
  video_progress_pkey: { table: 'video_progress', other: {} },
}

/** Of rows that the database numbers itself, or whose trigger replaces the earlier one. */
const NUMBERED = [
  'approval_events_pkey',
  'approval_events_undone_once',
  'invitations_email_key',
  'invitations_pkey',
]

/** What a row is of must be there. */
const references: Record<string, { table: string; column: string; missing?: unknown }> = {
  account_deletions_user_id_fkey: { table: 'account_deletions', column: 'user_id' },
  approval_events_undoes_fkey: { table: 'approval_events', column: 'undoes', missing: 0 },
  calendar_feeds_user_id_fkey: { table: 'calendar_feeds', column: 'user_id' },
  known_devices_user_id_fkey: { table: 'known_devices', column: 'user_id' },
  links_user_id_fkey: { table: 'links', column: 'user_id' },
  notes_user_id_fkey: { table: 'notes', column: 'user_id' },
  profiles_id_fkey: { table: 'profiles', column: 'id' },
  removed_notes_user_id_fkey: { table: 'removed_notes', column: 'user_id' },
  sessions_user_id_fkey: { table: 'sessions', column: 'user_id' },
  video_progress_user_id_fkey: { table: 'video_progress', column: 'user_id' },
}

describe('what the tables refuse, whoever writes to them', () => {
  const database = useDatabase()
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(database.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  test('every table and every check is named here', async () => {
    expect(await names(`select tablename as name from pg_tables where schemaname = 'public'`)).toEqual(
      Object.keys(tables).sort(),
    )
    const checks = `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c'`
    expect(await names(checks)).toEqual(Object.keys(rules).sort())
    const unique = `select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace`
    expect(await names(unique)).toEqual([...Object.keys(keys), ...NUMBERED].sort())
    const foreign = `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`
    expect(await names(foreign)).toEqual([...Object.keys(references), 'invitations_user_id_fkey'].sort())
  })

  test.each(Object.entries(tables))(
    '%s: what may be left out, and what it is then',
    async (table, { row, optional, defaults }) => {
      const given = { ...row, ...Object.fromEntries(optional.map((column) => [column, null])) }
      const written = await write(table, given)
      expect(written).toEqual({ ...written, ...given, ...defaults })

      const columns = Object.keys(written)
      const needed = columns.filter((column) => !optional.includes(column))
      for (const column of needed) {
        await expect(write(table, { ...row, [column]: null }), column).rejects.toMatchObject({ code: NEEDED })
      }
      expect(columns.sort()).toEqual(
        [...new Set([...Object.keys(row), ...Object.keys(defaults), ...optional])].sort(),
      )
    },
  )

  test.each(Object.entries(rules))('%s', async (constraint, { table, taken, refused }) => {
    const row = tables[table]?.row
    for (const change of taken) await write(table, { ...row, ...change })
    for (const change of refused) {
      await expect(write(table, { ...row, ...change }), JSON.stringify(change)).rejects.toMatchObject({
        constraint,
      })
    }
  })

  test.each(Object.entries(keys))(
    '%s: no two rows are the same',
    async (constraint, { table, given, other }) => {
      const row = { ...tables[table]?.row, ...given }
      await expect(write(table, row, { ...row, ...other })).rejects.toMatchObject({
        code: '23505',
        constraint,
      })
    },
  )

  test.each(Object.entries(references))(
    '%s: no row is of what is not there',
    async (constraint, { table, column, missing = 'nobody' }) => {
      const row = { ...tables[table]?.row, [column]: missing }
      await expect(write(table, row)).rejects.toMatchObject({ code: '23503', constraint })
    },
  )

  /** Nothing of it stays. @returns the row as it was written, with `now` for this moment. */
  async function write(table: string, ...rows: [Row, ...Row[]]): Promise<Row> {
    const columns = Object.keys(rows[0]).join()
    await client.query('begin')
    try {
      await client.query(`set local lanai.actor = 'Noa'`)
      await client.query(
        `insert into users (id, email, password_hash) 
        values ('leilani', 'leilani@example.com', '$argon2id$x'), ('noa', 'noa@example.com', '$argon2id$x')`,
      )
      const result = await client.query<{ written: Row; now: string }>(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)
        returning to_jsonb(${table}) as written, to_jsonb(now()) as now`,
        [JSON.stringify(rows)],
      )
      const { written = {}, now } = result.rows[0] ?? {}
      return Object.fromEntries(
        Object.entries(written).map(([name, value]) => [name, value === now ? 'now' : value]),
      )
    } finally {
      await client.query('rollback')
    }
  }

  async function names(statement: string): Promise<string[]> {
    const rows = await query<{ name: string }>(database, statement)
    return rows.map(({ name }) => name).sort()
  }
})

function between(table: string, column: string, least: number, most: number): Rule {
  const of = (value: number) => ({ [column]: value })
  return { table, taken: [of(least), of(most)], refused: [of(least - 1), of(most + 1)] }
}

function length(table: string, column: string, least: number, most: number): Rule {
  const of = (value: number) => ({ [column]: 'x'.repeat(value) })
  return { table, taken: [of(least), of(most)], refused: [of(least - 1), of(most + 1)] }
}

function hash(table: string, column: string): Rule {
  const refused = [HASH.slice(1), `${HASH}a`, HASH.toUpperCase(), `${HASH.slice(1)}g`]
  return { table, taken: [{ [column]: HASH }], refused: refused.map((value) => ({ [column]: value })) }
}

function path(table: string): Rule {
  const refused = [`${LONG_VIDEO}v`, 'aloha/welcome', `/${VIDEO}`, `${VIDEO}/`, 'Aloha/week-1/welcome']
  return { table, taken: [{ video: LONG_VIDEO }], refused: refused.map((video) => ({ video })) }
}

function canonical(table: string): Rule {
  return { table, taken: [], refused: [{ email: 'Kai@example.com' }] }
}

type Row = Record<string, unknown>

interface Table {
  row: Row
  /** Besides those columns with a default. */
  optional: string[]
  defaults: Row
}

interface Rule {
  table: string
  taken: Row[]
  refused: Row[]
}

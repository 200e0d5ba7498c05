import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

const HASH = 'a'.repeat(64)
const AFTER = '2026-01-01T00:00:01+00:00'
const NOTE = '6f0f6a4e-6a4c-4a3e-9d3c-0d1b7d6f2a11'
const VIDEO = 'aloha/week-1/welcome'
/** As long as a path may be. */
const LONG_VIDEO = `aloha/week-1/${'v'.repeat(187)}`

/** A row of each table with a rule, with no more than it must have. */
const rows: Record<string, Row> = {
  account_deletions: { user_id: 'leilani', due_at: AFTER },
  calendar_feeds: { user_id: 'leilani', token_hash: HASH },
  invitations: { email: 'kai@example.com' },
  known_devices: { id: HASH, user_id: 'leilani' },
  links: { token_hash: HASH, purpose: 'decide', user_id: 'leilani', expires_at: AFTER },
  notes: {
    user_id: 'leilani',
    id: NOTE,
    video: VIDEO,
    title: 'Welcome',
    fragment: 'welcome',
    seconds: 0,
    text: 'Aloha',
    written_at: AFTER,
  },
  outbox: { id: NOTE, kind: 'confirm_email', dedupe_key: 'confirm:1' },
  portal_status: { sentence: 'The portal is slow today.', set_by: 'Noa' },
  profiles: { id: 'leilani' },
  rate_limits: { key: HASH },
  sessions: { id: HASH, public_id: NOTE, user_id: 'leilani', expires_at: AFTER },
  users: { id: 'kai', email: 'kai@example.com' },
  video_progress: { user_id: 'leilani', video: VIDEO, played_at: AFTER },
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

describe('what the tables refuse, whoever writes to them', () => {
  const database = useDatabase()
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(database.databaseUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  test('every check is named here', async () => {
    const checks = await query<{ name: string }>(
      database,
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c'`,
    )
    expect(checks.map(({ name }) => name).sort()).toEqual(Object.keys(rules).sort())
  })

  test.each(Object.entries(rules))('%s', async (constraint, { table, taken, refused }) => {
    const row = rows[table]
    for (const change of taken) await write(table, { ...row, ...change })
    for (const change of refused) {
      await expect(write(table, { ...row, ...change }), JSON.stringify(change)).rejects.toMatchObject({
        constraint,
      })
    }
  })

  /** Nothing of it stays. */
  async function write(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row).join()
    await client.query('begin')
    try {
      await client.query(
        `insert into users (id, email, password_hash) values ('leilani', 'leilani@example.com', '$argon2id$x')`,
      )
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      )
    } finally {
      await client.query('rollback')
    }
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

interface Rule {
  table: string
  taken: Row[]
  refused: Row[]
}

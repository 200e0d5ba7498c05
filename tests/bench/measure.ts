import { createComposer } from '#src/emails/composer.tsx'
import { readDeadlines, sendReminders } from '#src/server/due/due.ts'
import { listMembers, readMemberFilters } from '#src/server/members/directory.ts'
import { deliverOutbox } from '#src/server/outbox/deliver-outbox.ts'
import type { DeliveryDeps } from '#src/server/outbox/deliver-row.ts'
import { listPeople } from '#src/server/people/people.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { createPostmark } from '#src/server/vendors/postmark.ts'
import type { Sql } from '#src/server/vendors/ports.ts'
import { HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'
import type { Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'
import { query } from '../support/query.ts'
import type { TestDatabase } from '../support/test-databases.ts'

const TOKEN = 'bench'
const TIMES = 5
const DONE_BY_SOME = 'weekly-update'
const DONE_BY_NOBODY = 'pitch'

const VIDEOS = 20

export async function measure({ people, latencyMs, sends, database, mailbox }: Bench) {
  const say = (text: string) => {
    console.error(`${people} people: ${text}`)
  }
  const env = { DATABASE_URL: database.roleUrls.lanai_app, DATABASE_HTTP_URL: database.httpUrl }
  const sql = createSql(env, 600_000)

  say('filling the database')
  const programme = programmeOf()
  await fill(database, people, programme)

  const deps = { sql, clock: Date.now, programme }
  const signedIn = { token: TOKEN, member: { groups: [] as string[] } } as SignedIn
  const listed = { status: 'approved', role: '', group: '', sort: 'status', skipped: 0 } as const
  say('/members')
  const firstMembers = { search: '', company: '', role: '', allowsTypos: false, after: null }
  const members = await timed(() => listMembers(deps, signedIn, firstMembers))
  const foundMembers = await timed(() =>
    listMembers(deps, signedIn, { ...firstMembers, search: 'person 12' }),
  )
  const filters = await timed(() => readMemberFilters(deps, signedIn))
  say('/people')
  const firstPage = await timed(() => listPeople(deps, signedIn, { ...listed, search: '' }))
  say('a search in /people')
  const found = await timed(() => listPeople(deps, signedIn, { ...listed, search: 'person 12' }))
  say('what is due')
  const due = await timed(() => readDeadlines(deps, signedIn))
  say('a reminder to all')
  const remind = async (event: string, isUndone = false) => {
    const key = `due/${event}/${programme.events[0]?.starts.slice(0, 10)}`
    const reminded = await sendReminders(deps, signedIn, { key, isUndone })
    if (!reminded.ok) throw new Error(reminded.code)
    return reminded.amount
  }
  const startedAt = performance.now()
  const missing = await remind(DONE_BY_SOME)
  const queueingMs = performance.now() - startedAt
  await remind(DONE_BY_SOME, true)
  const total = await remind(DONE_BY_NOBODY)
  const sending = sends ? await send({ sql, database, mailbox, programme, total, say }) : {}

  return {
    people,
    'latency of the mailbox, ms': latencyMs,
    '/members, kB': members.kB,
    '/members, ms': members.ms,
    '/members with a search, ms': foundMembers.ms,
    'companies and roles of /members, kB': filters.kB,
    'companies and roles of /members, ms': filters.ms,
    '/people, kB': firstPage.kB,
    '/people, ms': firstPage.ms,
    '/people with a search, ms': found.ms,
    'Due, kB': due.kB,
    'Due, ms': due.ms,
    'queueing a reminder of a company’s deadline, ms': Math.round(queueingMs),
    'members who get it': missing,
    'emails of a reminder to all': total,
    ...sending,
  }
}

/** As the scheduled function does it: a run each minute, until nothing is left. */
async function send({ sql, database, mailbox, programme, total, say }: Sending) {
  const mailer = createPostmark({
    token: 'token',
    apiUrl: `http://127.0.0.1:${mailbox.port}`,
    from: 'Lanai <portal@example.com>',
    replyTo: programme.contact,
  })
  const compose = createComposer('https://portal.example.org', programme)
  const deps: DeliveryDeps = {
    sql,
    compose,
    mailer,
    programme,
    webhook: null,
    admins: null,
    clock: Date.now,
  }
  const runs: number[] = []
  let sent = 0
  while (sent < total) {
    // A minute has passed.
    await query(database, 'update outbox set next_attempt_at = now() where sent_at is null')
    const startedAt = performance.now()
    const tally = await deliverOutbox(deps)
    if (tally.sent + tally.retrying === 0) throw new Error(`Nothing leaves: ${JSON.stringify(tally)}`)
    runs.push(performance.now() - startedAt)
    sent += tally.sent
    const { retrying } = tally
    say(`${sent} of ${total} emails after ${runs.length} runs${retrying ? `, ${retrying} to retry` : ''}`)
  }
  const arrived = await mailbox.store.list()
  const work = runs.reduce((sum, each) => sum + each, 0)
  const minutes = runs.length - 1 + (runs.at(-1) ?? 0) / MINUTE_MS
  return {
    'emails that arrived': arrived.length,
    'their recipients': new Set(arrived.map(({ To }) => To)).size,
    'runs, one a minute': runs.length,
    'work in them, s': Math.round(work / 100) / 10,
    'minutes until the last left': Math.round(minutes * 10) / 10,
  }
}

async function timed(work: () => Promise<unknown>) {
  const times: number[] = []
  let bytes = 0
  for (let time = 0; time < TIMES; time++) {
    const startedAt = performance.now()
    const result = JSON.stringify(await work())
    times.push(Math.round(performance.now() - startedAt))
    bytes = Buffer.byteLength(result)
  }
  const sorted = times.toSorted((one, other) => one - other)
  return {
    ms: `${sorted[Math.floor(TIMES / 2)]} (${sorted[0]}–${sorted.at(-1)})`,
    kB: Math.round(bytes / 1000),
  }
}

/** Companies of three. A tenth of the people have done the company’s deadline, half of the videos are watched, everyone has a session. */
async function fill(database: { databaseUrl: string }, people: number, programme: BenchProgramme) {
  const run = (text: string, params: unknown[] = []) => query(database, text, params)
  await run(
    `insert into users (id, email, password_hash, email_confirmed_at)
     select 'p' || n, 'person' || n || '@example.com', '$argon2id$bench', now() from generate_series(0, $1) n`,
    [people],
  )
  await run(
    `insert into profiles (id, full_name, company, role, about, website_url, contact, shows_email, shows_website, shows_contact, is_admin)
     select 'p' || n, 'Person ' || n || case n % 3 when 0 then ' Kalākaua' else ' Kealoha' end, 'Company ' || n / 3, 'Founder',
       'We help restaurants to sell what would go to waste, and look for our first ten customers on Oahu.',
       'https://www.example.com/' || n, '@person' || n, true, true, true, n = 0
     from generate_series(0, $1) n`,
    [people],
  )
  await run(`set lanai.allow_bulk = on; update profiles set approval_status = 'approved'`)
  await run(
    `insert into company_assignments (user_id, company) select id, company from profiles on conflict do nothing`,
  )
  await run(
    `insert into sessions (id, user_id, expires_at)
     select case u.id when 'p0' then sha256_hex('${TOKEN}') else sha256_hex(u.id) end, u.id, now() + interval '1 day'
     from users u`,
  )
  await run(
    `insert into video_progress (user_id, video, watched, marked_at)
     select u.id, v.key, true, now() from users u, unnest($1::text[]) with ordinality v (key, n) where v.n % 2 = 0`,
    [programme.videos.map(({ key }) => key)],
  )
  await run(
    `insert into deadline_completions (user_id, event, day, is_done, reported_at, source)
     select u.id, $1, $2::date, true, now(), 'member'
     from users u where substr(u.id, 2)::int % 10 = 9`,
    [DONE_BY_SOME, programme.events[0]?.starts.slice(0, 10)],
  )
  await run(`delete from outbox`)
  await run('vacuum analyze')
}

function programmeOf() {
  const starts = new Date(Date.now() + 20 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
  const deadline = { title: 'Weekly Update', kind: 'due', minutes: 60, starts, except: [] }
  const videos = Array.from({ length: VIDEOS }, (_, n) => {
    return {
      key: `17/1/video-${n}`,
      title: `Video ${n}`,
      fragment: `video-${n}`,
      cohort: '17',
      audience: [],
      publishedAt: null,
    }
  })
  return {
    brand: 'Lanai',
    program: 'Cohort 17',
    contact: 'team@example.org',
    ...EMPTY_PROGRAMME,
    events: [
      { ...deadline, name: DONE_BY_SOME, doneFor: 'company' as const },
      { ...deadline, name: DONE_BY_NOBODY },
    ],
    videos,
  }
}

type BenchProgramme = ReturnType<typeof programmeOf>

type Database = Pick<TestDatabase, 'databaseUrl' | 'roleUrls' | 'httpUrl'>

interface Bench {
  people: number
  latencyMs: number
  sends: boolean
  database: Database
  mailbox: Mailbox
}

interface Sending {
  sql: Sql
  database: Database
  mailbox: Mailbox
  programme: BenchProgramme
  total: number
  say: (text: string) => void
}

export type Figures = Awaited<ReturnType<typeof measure>>

import { getStore } from '@netlify/blobs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { avatarKey, parseAvatarUrl } from '#src/server/avatars/avatar.ts'
import type { Weather } from './bad-weather.ts'
import type { MixedPortal } from './mixed-portal.ts'
import { png } from './pictures.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

/** All that writes, each remembering what it was told is written: sign-ups, decisions, and what these members change. */
export function openWriters(surroundings: Surroundings, members: readonly string[]): Writer[] {
  const signedUp: string[] = []
  const ofMember = [naming, watching, noting, picturing]
  return [
    signingUp(surroundings, signedUp),
    deciding(surroundings, signedUp),
    ...members.flatMap((id) => ofMember.map((open) => open(surroundings, id))),
  ]
}

function signingUp({ portal, database, weather }: Surroundings, signedUp: string[]): Writer {
  return {
    async write() {
      const email = `m${randomUUID()}@example.com`
      if ((await portal.ask('signUp', email))?.ok) signedUp.push(email)
    },
    acknowledged: () => signedUp.length,
    async lost() {
      const confirmed = await receivers(weather, /confirm/i)
      const rows = await query<{ email: string }>(database, 'select email from users')
      const known = new Set(rows.map(({ email }) => email))
      const told = new Set(weather.told)
      return signedUp.flatMap((email) => [
        ...(known.has(email) ? [] : [`the account of ${email}`]),
        ...(confirmed.has(email) ? [] : [`the mail that confirms ${email}`]),
        ...(told.has(email) ? [] : [`the webhook's word of ${email}`]),
      ])
    },
  }
}

/** By SQL, several at once, as an administrator's script does. */
function deciding({ portal, database, weather }: Surroundings, signedUp: readonly string[]): Writer {
  const decided = new Set<string>()
  return {
    async write() {
      await sleep(50)
      const emails = signedUp.filter((email) => !decided.has(email)).slice(0, 5)
      if (emails.length === 0) return
      const sql = `select decide_memberships($1, 'approved', force => true)`
      const isDone = await query(database, sql, [emails]).then(
        () => true,
        () => false,
      )
      if (isDone) for (const email of emails) decided.add(email)
    },
    acknowledged: () => decided.size,
    async lost() {
      const told = await receivers(weather, /approved/)
      const isIn = async (email: string) => (await portal.ask('signIn', email))?.ok
      const lost: string[] = []
      for (const email of decided) {
        if (!told.has(email)) lost.push(`the mail that ${email} is approved`)
        if (!(await isIn(email))) lost.push(`the approval of ${email}`)
      }
      return lost
    },
  }
}

async function receivers({ mailbox }: Weather, subject: RegExp): Promise<ReadonlySet<string>> {
  const mails = await mailbox.store.list()
  return new Set(mails.filter(({ Subject }) => subject.test(Subject ?? '')).map(({ To }) => To))
}

/** One write after the other, each with a higher number: what was acknowledged is there, or a later one. */
function counting(
  what: string,
  write: (nth: number) => Promise<boolean>,
  stored: () => Promise<number>,
): Writer {
  let [begun, latest, count] = [0, 0, 0]
  return {
    async write() {
      const nth = (begun += 1)
      if (!(await write(nth))) return
      latest = nth
      count += 1
    },
    acknowledged: () => count,
    lost: async () => ((await stored()) >= latest ? [] : [`${what} ${latest}: there is ${await stored()}`]),
  }
}

function naming({ portal, database }: Surroundings, id: string): Writer {
  return counting(
    'the name',
    async (nth) => (await portal.ask('rename', id, { fullName: `Name ${nth}` }))?.ok ?? false,
    () => storedNumber(database, `select substr(full_name, 6)::int as n from profiles where id = $1`, id),
  )
}

function watching({ portal, database }: Surroundings, id: string): Writer {
  const video = 'cohort-17/week-0/onboarding'
  return counting(
    'the position',
    async (nth) => {
      const at = {
        video,
        positionSeconds: nth,
        durationSeconds: null,
        playedMsAgo: 0,
        watched: false,
        markedMsAgo: null,
      }
      return (await portal.ask('progress', id, [at]))?.ok ?? false
    },
    () =>
      storedNumber(database, 'select position_seconds::int as n from video_progress where user_id = $1', id),
  )
}

async function storedNumber(database: TestDatabase, sql: string, id: string): Promise<number> {
  const [row] = await query<{ n: number | null }>(database, sql, [id])
  return row?.n ?? 0
}

function noting({ portal, database }: Surroundings, id: string): Writer {
  const kept: string[] = []
  return {
    async write() {
      const note = {
        id: randomUUID(),
        video: 'cohort-17/week-0/onboarding',
        title: 'Onboarding',
        fragment: 'Onboarding',
      }
      const written = [{ ...note, seconds: 1, text: 'Ask about the stipend', writtenMsAgo: 0 }]
      if ((await portal.ask('notes', id, { written, removed: [] }))?.ok) kept.push(note.id)
    },
    acknowledged: () => kept.length,
    async lost() {
      const rows = await query<{ id: string }>(database, 'select id::text from notes')
      const stored = new Set(rows.map(({ id }) => id))
      return kept.filter((note) => !stored.has(note)).map((note) => `the note ${note}`)
    },
  }
}

/** The picture that a profile points at is there, and is none that another one replaced. */
function picturing({ portal, database }: Surroundings, id: string): Writer {
  const acknowledged: string[] = []
  return {
    async write() {
      await sleep(30)
      const answer = await portal.ask('upload', id, new Uint8Array(await png()))
      if (answer?.ok) acknowledged.push(answer.avatarUrl ?? '')
    },
    acknowledged: () => acknowledged.length,
    async lost() {
      const text = 'select avatar_url as url from profiles where id = $1'
      const [row] = await query<{ url: string | null }>(database, text, [id])
      const name = parseAvatarUrl(row?.url ?? '')
      if (!name) return acknowledged.slice(-1)
      const isReplaced = acknowledged.slice(0, -1).includes(row?.url ?? '')
      const { blobs } = await getStore('avatars').list()
      const isThere = blobs.some(({ key }) => key === avatarKey(name))
      return isThere && !isReplaced ? [] : [`the picture after ${row?.url ?? ''}`]
    },
  }
}

interface Surroundings {
  portal: MixedPortal
  database: TestDatabase
  weather: Weather
}

export interface Writer {
  write: () => Promise<void>
  /** How often it was told that something is written. */
  acknowledged: () => number
  /** What was acknowledged, and is not there in the end. */
  lost: () => Promise<string[]>
}

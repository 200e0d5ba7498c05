import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NoteForm } from '#src/shared/notes/note.ts'
import { killablePortal, type KillablePortal } from '../support/killable-process.ts'
import { query } from '../support/query.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { useDatabase } from '../support/test-databases.ts'

const KILLS = Number(process.env.KILLS ?? 8)
const MEMBERS = ['leilani', 'keala', 'kai']
const VIDEO = 'cohort-17/week-1/who-to-ask'

const database = useDatabase()
let portal: KillablePortal

beforeAll(async () => {
  for (const id of MEMBERS) {
    const sql = `insert into users (id, email, password_hash) values ($1, $1 || '@example.org', '$argon2id$none')`
    await query(database, sql, [id])
  }
  portal = await killablePortal(database)
})
afterAll(async () => {
  await portal.kill()
  await portal.remove()
})

test('no acknowledged note or position is lost or doubled while the portal is killed', async () => {
  const random = seededRandom()
  const writers = MEMBERS.flatMap((member) => [openWriter(member, random), openWriter(member, random)])
  const players = MEMBERS.map((member) => openPlayer(member, random))
  for (let kill = 0; kill < KILLS; kill++) {
    await portal.start()
    const stop = new AbortController()
    const busy = [...writers, ...players].map((each) => each.workUntil(stop.signal))
    await portal.saves(1 + Math.floor(random() * 12))
    await sleep(random() * 10)
    await portal.kill()
    stop.abort()
    await Promise.all(busy)
    expect(await storedNotes()).toEqual(
      expect.arrayContaining(writers.flatMap(({ acknowledged }) => [...acknowledged])),
    )
    for (const player of players)
      expect(await positionOf(player)).toBeGreaterThanOrEqual(player.acknowledged())
  }

  await portal.start()
  for (const { sendAll } of writers) await sendAll()
  const written = writers.flatMap(({ acknowledged }) => [...acknowledged])
  expect((await storedNotes()).sort()).toEqual(written.sort())
}, 180_000)

/** A member's browser, which sends a draft under the same id until it is acknowledged. */
function openWriter(member: string, random: () => number) {
  const drafts: NoteForm[] = []
  /** The ids of notes that were acknowledged and not replaced. */
  const acknowledged = new Set<string>()

  const write = () => {
    const [some] = acknowledged
    const replaces = some !== undefined && random() < 0.4 ? some : null
    if (replaces) acknowledged.delete(replaces)
    const about = { video: VIDEO, title: 'Who to ask', fragment: 'Who-to-ask', seconds: 754, text: 'Ask' }
    drafts.push({ ...about, id: crypto.randomUUID(), replaces })
  }
  const sendAll = async () => {
    for (const draft of [...drafts]) {
      if (!(await portal.saveNote(member, draft))) return
      drafts.shift()
      acknowledged.add(draft.id)
    }
  }
  return {
    acknowledged,
    sendAll,
    async workUntil(signal: AbortSignal) {
      while (!signal.aborted) {
        write()
        await sendAll()
        await sleep(random() * 20)
      }
    },
  }
}

/** A member who watches a video. */
function openPlayer(member: string, random: () => number) {
  let [positionSeconds, acknowledged] = [0, 0]
  return {
    member,
    acknowledged: () => acknowledged,
    async workUntil(signal: AbortSignal) {
      while (!signal.aborted) {
        positionSeconds += 1
        const change = { video: VIDEO, positionSeconds, durationSeconds: null, playedMsAgo: 0 }
        const told = [{ ...change, watched: false, markedMsAgo: null }]
        if (await portal.saveProgress(member, told)) acknowledged = positionSeconds
        await sleep(random() * 20)
      }
    },
  }
}

async function positionOf({ member }: { member: string }): Promise<number> {
  const sql = 'select position_seconds as seconds from video_progress where user_id = $1'
  const [row] = await query<{ seconds: number }>(database, sql, [member])
  return row?.seconds ?? 0
}

async function storedNotes(): Promise<string[]> {
  return (await query<{ id: string }>(database, 'select id::text from notes')).map(({ id }) => id)
}

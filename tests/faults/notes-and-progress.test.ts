import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeNote, saveNote, writtenNotes, type LocalNote } from '#src/islands/stores/notes.ts'
import { draftOf, memoryDisk, noteStore } from '../fakes/notes.ts'
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

test('no acknowledged note or position is lost or doubled while portal and devices are killed', async () => {
  const random = seededRandom()
  const devices = MEMBERS.flatMap((member) => [openDevice(member, random), openDevice(member, random)])
  const players = MEMBERS.map((member) => openPlayer(member, random))
  for (let kill = 0; kill < KILLS; kill++) {
    await query(database, 'delete from rate_limits')
    await portal.start()
    const stop = new AbortController()
    const busy = [...devices, ...players].map((each) => each.workUntil(stop.signal))
    await portal.saves(1 + Math.floor(random() * 12))
    await sleep(random() * 10)
    await portal.kill()
    stop.abort()
    await Promise.all(busy)
    expect(await lostNotes(devices)).toEqual([])
    for (const player of players)
      expect(await positionOf(player)).toBeGreaterThanOrEqual(player.acknowledged())
  }

  await query(database, 'delete from rate_limits')
  await portal.start()
  for (const device of devices) await device.dieAndReturn().load()
  for (const { notes } of [...devices, ...devices]) await notes().sync()
  const stored = await query<{ member: string; text: string }>(
    database,
    'select user_id as member, text from notes',
  )
  const expected = MEMBERS.flatMap((member) => [...aliveOf(member)].map((text) => ({ member, text })))
  expect(stored.sort(byText)).toEqual(expected.sort(byText))
  for (const { member, notes } of devices) {
    const shown = writtenNotes(notes().records).map(({ text }) => text)
    expect(shown.sort()).toEqual([...aliveOf(member)].sort())
  }
}, 60_000)

/** The texts of each member that were not removed, nor replaced by an edit. */
const alive = new Map(MEMBERS.map((member) => [member, new Set<string>()]))

function aliveOf(member: string): Set<string> {
  return alive.get(member) ?? new Set()
}

/** A browser whose disk survives it. */
function openDevice(member: string, random: () => number) {
  const disk = new Map<string, LocalNote>()
  let life = 0
  const begin = () => {
    const mine = ++life
    const isDead = () => mine !== life
    return noteStore(
      memoryDisk(disk, () => !isDead()),
      portal.remoteOf(member),
      isDead,
    )
  }
  let notes = begin()
  const dieAndReturn = () => (notes = begin())

  const act = async () => {
    const seen = writtenNotes(notes.records)
    const note = seen[Math.floor(random() * seen.length)]
    const chance = random()
    if (note && chance < 0.35) {
      aliveOf(member).delete(note.text)
      await removeNote(notes, note)
    } else {
      const isEdit = note !== undefined && chance < 0.65
      const text = crypto.randomUUID()
      if (isEdit) aliveOf(member).delete(note.text)
      const draft = { ...draftOf(text), replaces: isEdit ? note.id : null }
      if ((await saveNote(notes, draft)) === null) aliveOf(member).add(text)
    }
  }

  return {
    member,
    disk,
    dieAndReturn,
    notes: () => notes,
    async workUntil(signal: AbortSignal) {
      if (random() < 0.3) dieAndReturn()
      await notes.load()
      void notes.sync()
      while (!signal.aborted) {
        await act()
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

/** Notes that a device counts as saved but the portal doesn't have. */
async function lostNotes(devices: readonly ReturnType<typeof openDevice>[]): Promise<string[]> {
  const rows = await query<{ id: string }>(
    database,
    'select id::text from notes union select id::text from removed_notes',
  )
  const known = new Set(rows.map(({ id }) => id))
  return devices.flatMap(({ disk }) =>
    [...disk.values()].filter(({ id, state }) => state === 'kept' && !known.has(id)).map(({ text }) => text),
  )
}

function byText(a: { text: string }, b: { text: string }): number {
  return a.text < b.text ? -1 : 1
}

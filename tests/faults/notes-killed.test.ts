import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeNote, saveNote, writtenNotes, type LocalNote } from '#src/islands/notes/notes.ts'
import { draftOf, memoryDisk, noteStore } from '../fakes/notes.ts'
import { killablePortal, type KillablePortal } from '../support/killable-process.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

/** `npm run bench -- notes` does the whole of it; the suite does as much as takes a few seconds. */
const KILLS = process.env.BENCH === 'notes' ? 1000 : 8
const MEMBERS = ['leilani', 'keala', 'kai']
const DEVICES_EACH = 2

let database: TestDatabase
let portal: KillablePortal

beforeAll(async () => {
  database = await startTestDatabase()
  for (const id of MEMBERS) {
    const sql = `insert into users (id, email, password_hash) values ($1, $1 || '@example.org', '$argon2id$none')`
    await query(database, sql, [id])
  }
  portal = await killablePortal(database)
})
afterAll(async () => {
  await portal.kill()
  await portal.remove()
  await database.close()
})

test('with a portal and devices that are killed at any moment, no note that was acknowledged is lost or there twice', async () => {
  const devices = MEMBERS.flatMap((member) => Array.from({ length: DEVICES_EACH }, () => openDevice(member)))
  const lostWhileRunning: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await query(database, 'delete from rate_limits')
    await portal.start()
    const stop = new AbortController()
    const busy = devices.map((device) => device.workUntil(stop.signal))
    await portal.saves(1 + Math.floor(Math.random() * 12))
    await sleep(Math.random() * 10)
    await portal.kill()
    stop.abort()
    await Promise.all(busy)
    lostWhileRunning.push(...(await lostAtPortal(devices)))
  }

  await query(database, 'delete from rate_limits')
  await portal.start()
  for (const device of devices) await device.dieAndReturn().notes().load()
  for (const { notes } of [...devices, ...devices]) await notes().sync()
  const stored = await query<{ member: string; text: string }>(
    database,
    'select user_id as member, text from notes order by text',
  )
  const written = devices.reduce((sum, { count }) => sum + count(), 0)
  const expected = MEMBERS.flatMap((member) => [...aliveOf(member)].map((text) => ({ member, text }))).sort(
    byText,
  )
  const lost = expected.filter(({ text }) => !stored.some((row) => row.text === text))
  console.log(
    `${written} notes written or edited on ${devices.length} devices, ${KILLS} kills of the portal: ` +
      `${stored.length} there of ${expected.length} expected, ${lost.length + lostWhileRunning.length} acknowledged and lost`,
  )
  expect(lostWhileRunning).toEqual([])
  expect(stored.sort(byText)).toEqual(expected)
  for (const { member, notes } of devices) {
    expect(
      writtenNotes(notes().records)
        .map(({ text }) => text)
        .sort(),
    ).toEqual([...aliveOf(member)].sort())
  }
}, 1_800_000)

/** What nobody removed, or replaced while they saw it, of a member. */
const alive = new Map<string, Set<string>>()

function aliveOf(member: string): Set<string> {
  const known = alive.get(member) ?? new Set()
  alive.set(member, known)
  return known
}

/** A browser whose disk outlives it. */
function openDevice(member: string) {
  const disk = new Map<string, LocalNote>()
  let life = 0
  let count = 0
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
  const dieAndReturn = () => {
    notes = begin()
    return device
  }

  const act = async () => {
    const seen = writtenNotes(notes.records)
    const note = seen[Math.floor(Math.random() * seen.length)]
    const chance = Math.random()
    if (note && chance < 0.35) {
      aliveOf(member).delete(note.text)
      await removeNote(notes, note)
    } else {
      const isEdit = note !== undefined && chance < 0.65
      const text = `${member} ${life} ${++count} ${crypto.randomUUID()}`
      if (isEdit) aliveOf(member).delete(note.text)
      const draft = { ...draftOf(text), replaces: isEdit ? note.id : null }
      if ((await saveNote(notes, draft)) === null) aliveOf(member).add(text)
    }
  }

  const device = {
    member,
    disk,
    dieAndReturn,
    notes: () => notes,
    count: () => count,
    async workUntil(signal: AbortSignal) {
      if (Math.random() < 0.3) dieAndReturn()
      await notes.load()
      void notes.sync()
      while (!signal.aborted) {
        await act()
        await sleep(Math.random() * 20)
      }
    },
  }
  return device
}

/** What a device was told the portal has, and it has not, although nobody removed it. */
async function lostAtPortal(devices: readonly ReturnType<typeof openDevice>[]): Promise<string[]> {
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

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readNotes, saveNotes } from '#src/server/notes/notes.ts'
import { NOTES_MAX } from '#src/shared/field-limits.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { onPortal, type Portal } from '../support/portal.ts'

const LEILANI = 'leilani'
const KEALA = 'keala'
const MINUTE = 60_000

onPortal('notes', (portal) => {
  beforeAll(() => addMembers(portal))
  beforeEach(async () => {
    await portal.query('delete from notes')
    await portal.query('delete from removed_notes')
    await portal.query('delete from rate_limits')
  })

  test('a second device reads exactly what the first one wrote', async () => {
    const written = note({
      text: 'Ask “why” —\nʻŌhiʻa 張 🌺 \\ \' " $1',
      seconds: 754,
      writtenMsAgo: 5 * MINUTE,
    })
    await save({ written: [written] })
    const { notes } = await read()
    expect(notes).toEqual([{ ...written, writtenMsAgo: expect.any(Number) as number }])
    expect(notes[0]?.writtenMsAgo).toBeGreaterThanOrEqual(5 * MINUTE)
    expect(notes[0]?.writtenMsAgo).toBeLessThan(9 * MINUTE)
  })

  test('saving a note again changes nothing', async () => {
    const written = note({ text: 'first' })
    await save({ written: [written] })
    await save({ written: [written] })
    await save({ written: [{ ...written, text: 'another one under the same id' }] })
    expect(await texts()).toEqual(['first'])
  })

  test('a removed note stays removed in any order, and its text is deleted', async () => {
    const [early, late] = [note({ text: 'early' }), note({ text: 'late' })]
    await save({ written: [early] })
    await save({ removed: [early.id, late.id] })
    await save({ written: [early, late] })
    expect(await texts()).toEqual([])
    expect((await read()).removed.sort()).toEqual([early.id, late.id].sort())
    expect(JSON.stringify(await portal.query('select * from removed_notes'))).not.toMatch(/early|late/)
  })

  test('both texts of two concurrent edits stay, in any order', async () => {
    const before = note({ text: 'before' })
    await save({ written: [before] })
    await save({ written: [note({ text: 'on the phone' })], removed: [before.id] })
    await save({ written: [note({ text: 'on the laptop' })], removed: [before.id] })
    expect(await texts()).toEqual(['on the laptop', 'on the phone'])
  })

  test('a member has at most 500 notes; removing one makes room', async () => {
    await fill(NOTES_MAX - 1)
    const [last, more] = [note({ text: 'last' }), note({ text: 'more' })]
    expect(await save({ written: [last, more], removed: [randomUUID()] })).toEqual({
      ok: false,
      code: 'notes_full',
    })
    expect(await texts()).not.toContain('last')
    expect((await read()).removed).toEqual([])
    expect(await save({ written: [last] })).toEqual({ ok: true })
    // It is there already.
    expect(await save({ written: [last] })).toEqual({ ok: true })
    expect(await save({ written: [more] })).toMatchObject({ code: 'notes_full' })
    expect(await save({ written: [more], removed: [last.id] })).toEqual({ ok: true })
    expect(await texts()).toContain('more')
  })

  test("twenty devices at once can't exceed the maximum", async () => {
    await fill(NOTES_MAX - 1)
    const results = await Promise.all(Array.from({ length: 20 }, () => save({ written: [note({})] })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await texts()).toHaveLength(NOTES_MAX)
  })

  test("a member can't read or remove another member's notes", async () => {
    const mine = note({ text: 'mine' })
    await save({ written: [mine] })
    await saveNotes(portal.deps, KEALA, { written: [], removed: [mine.id] })
    expect(await read(KEALA)).toEqual({ notes: [], removed: [mine.id] })
    expect(await texts()).toEqual(['mine'])
    await portal.query('delete from notes')
    await save({ written: [mine] })
    expect(await texts()).toEqual(['mine'])
  })

  function read(memberId = LEILANI) {
    return readNotes(portal.deps, memberId)
  }

  function save({ written = [], removed = [] }: { written?: Note[]; removed?: string[] }) {
    return saveNotes(portal.deps, LEILANI, { written, removed })
  }

  async function texts(): Promise<string[]> {
    return (await read()).notes.map(({ text }) => text).sort()
  }

  function fill(count: number): Promise<unknown> {
    return portal.query(
      `insert into notes (user_id, id, video, title, fragment, seconds, text, written_at)
       select $1, gen_random_uuid(), 'cohort-17/week-1/talk', 'Talk', 'Talk', n, 'Note ' || n, now()
       from generate_series(1, $2::int) n`,
      [LEILANI, count],
    )
  }
})

function note(told: Partial<Note>): Note {
  return {
    id: randomUUID(),
    video: 'cohort-17/week-1/who-to-ask',
    title: 'Who to ask',
    fragment: 'Who-to-ask',
    seconds: 12,
    text: 'Ask three founders',
    writtenMsAgo: 0,
    ...told,
  }
}

async function addMembers(portal: Portal): Promise<void> {
  for (const id of [LEILANI, KEALA]) {
    const sql = `insert into users (id, email, password_hash) values ($1, $2, '$argon2id$none')`
    await portal.query(sql, [id, `${id}@example.org`])
    await portal.query('insert into profiles (id) values ($1) on conflict do nothing', [id])
  }
}

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import {
  ACTION_BODY_MAX_BYTES,
  NOTE_LABEL_MAX_CHARACTERS,
  NOTE_MAX_CODE_POINTS,
  NOTES_MAX,
} from '#src/shared/field-limits.ts'
import { NoteForm } from '#src/shared/notes/note.ts'
import { onPortal } from '../support/portal.ts'

const FULL = { ok: false, code: 'notes_full' }

onPortal('notes', (portal) => {
  let leilani: SignedIn
  let keala: SignedIn
  beforeAll(async () => {
    leilani = await portal.member('leilani@example.org')
    keala = await portal.member('keala@example.org')
  })
  beforeEach(() => portal.query('delete from notes'))

  test('a second device reads the notes of the first one', async () => {
    const late = note({ text: 'Ask “why” —\nʻŌhiʻa 張 🌺 \\ \' " $1', seconds: 754 })
    const early = note({ seconds: 12 })
    await save(late)
    await save(early)
    expect(await listNotes(portal.deps, leilani)).toEqual(
      [early, late].map((form) => ({ ...form, replaces: undefined })),
    )
  })

  test('a save that is sent again keeps its latest text', async () => {
    const before = note({ text: 'before' })
    await save(before)
    const edit = note({ text: 'edited', replaces: before.id })
    await save(edit)
    await save(edit)
    expect(await texts()).toEqual(['edited'])
    await save({ ...edit, text: 'edited again' })
    expect(await texts()).toEqual(['edited again'])
  })

  test('killed-process: a save is one statement', async () => {
    const before = note({})
    await save(before)
    const sql = vi.fn(portal.deps.sql)
    await saveNote({ sql }, leilani, note({ replaces: before.id }))
    expect(sql).toHaveBeenCalledOnce()
    expect(await texts()).toHaveLength(1)
  })

  test('no edit is lost to another edit or a removal', async () => {
    const before = note({ text: 'before' })
    await save(before)
    await save(note({ text: 'on the phone', replaces: before.id }))
    await save(note({ text: 'on the laptop', replaces: before.id }))
    expect(await texts()).toEqual(['on the laptop', 'on the phone'])
    await removeNote(portal.deps, leilani, before)
    expect(await texts()).toHaveLength(2)
  })

  test('a member has at most 500 notes', async () => {
    await fill(NOTES_MAX - 1)
    const last = note({ text: 'last' })
    expect(await save(last)).toEqual({ ok: true })
    expect(await save(last)).toEqual({ ok: true })
    expect(await save(note({}))).toEqual(FULL)
  })

  test('an edit is saved at the limit of 500 notes', async () => {
    await fill(NOTES_MAX - 1)
    const last = note({})
    await save(last)
    expect(await save(note({ text: 'edited', replaces: last.id }))).toEqual({ ok: true })
    expect(await texts()).toContain('edited')
  })

  test('a refused edit removes nothing', async () => {
    const last = note({ text: 'last' })
    await save(last)
    await fill(NOTES_MAX)
    expect(await save(note({ replaces: last.id }))).toEqual(FULL)
    expect(await texts()).toContain('last')
  })

  test('the longest note fits into a request body', async () => {
    const label = '\u0001'.repeat(NOTE_LABEL_MAX_CHARACTERS)
    const text = `x${'\u0001'.repeat(NOTE_MAX_CODE_POINTS - 1)}`
    const form = NoteForm.parse(note({ text, title: label, fragment: label }))
    expect(Buffer.byteLength(JSON.stringify(form))).toBeLessThanOrEqual(ACTION_BODY_MAX_BYTES)
    expect(await save(form)).toEqual({ ok: true })
    expect(await texts()).toEqual([text])
  })

  test("a member can't read, replace or remove another member's notes", async () => {
    const mine = note({ text: 'mine' })
    await save(mine)
    await saveNote(portal.deps, keala, note({ text: 'theirs', replaces: mine.id }))
    await saveNote(portal.deps, keala, { ...mine, text: 'under the same id' })
    await removeNote(portal.deps, keala, mine)
    expect(await texts()).toEqual(['mine'])
    expect(await texts(keala)).toEqual(['theirs'])
  })

  function save(form: NoteForm) {
    return saveNote(portal.deps, leilani, form)
  }

  async function texts(who = leilani): Promise<string[]> {
    return (await listNotes(portal.deps, who)).map(({ text }) => text).sort()
  }

  function fill(count: number): Promise<unknown> {
    return portal.query(
      `insert into notes (user_id, id, video, video_title, video_fragment, position_seconds, text)
       select $1, gen_random_uuid(), 'cohort-17/week-1/talk', 'Talk', 'Talk', n, 'Note ' || n
       from generate_series(1, $2::int) n`,
      [leilani.member.id, count],
    )
  }
})

function note(told: Partial<NoteForm>): NoteForm {
  return {
    id: randomUUID(),
    video: 'cohort-17/week-1/who-to-ask',
    title: 'Who to ask',
    fragment: 'Who-to-ask',
    seconds: 12,
    text: 'Ask three founders',
    replaces: null,
    ...told,
  }
}

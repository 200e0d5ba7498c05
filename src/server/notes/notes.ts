import * as z from 'zod/mini'
import { NOTES_MAX } from '#src/shared/field-limits.ts'
import { Note, type NoteForm } from '#src/shared/notes/note.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Deps } from '../vendors/ports.ts'

export async function listNotes({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<Note[]> {
  const rows = await sql`
    SELECT id, video, video_title AS title, video_fragment AS fragment, position_seconds AS seconds, text
    FROM notes WHERE user_id = ${member.id}
    ORDER BY position_seconds, created_at, id`
  return z.array(Note).parse(rows)
}

/** Saves a note and removes the one that it replaces. Idempotent. Saves at the same moment may exceed the maximum by a few. */
export async function saveNote(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { id, video, title, fragment, seconds, text, replaces }: NoteForm,
) {
  const kept = await sql`
    WITH kept AS (
      INSERT INTO notes (user_id, id, video, video_title, video_fragment, position_seconds, text)
      SELECT ${member.id}, ${id}::uuid, ${video}, ${title}, ${fragment}, ${seconds}::int, ${text}
      WHERE ${NOTES_MAX} > (
        SELECT count(*) FROM notes
        WHERE user_id = ${member.id} AND id <> ${id}::uuid AND id IS DISTINCT FROM ${replaces}::uuid)
      ON CONFLICT (user_id, id) DO UPDATE SET text = excluded.text
      RETURNING id
    ), replaced AS (
      DELETE FROM notes WHERE user_id = ${member.id} AND id = ${replaces}::uuid AND EXISTS (SELECT FROM kept)
    )
    SELECT id FROM kept`
  return kept.length > 0 ? ({ ok: true } as const) : ({ ok: false, code: 'notes_full' } as const)
}

export async function removeNote({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn, { id }: { id: string }) {
  await sql`DELETE FROM notes WHERE user_id = ${member.id} AND id = ${id}`
}

import { NOTES_MAX } from '#src/shared/field-limits.ts'
import { StoredNotes, type NotesForm } from '#src/shared/notes/note.ts'
import type { Deps } from '../vendors/ports.ts'

/** All notes of a member, and ids of removed ones. */
export async function readNotes({ sql }: Pick<Deps, 'sql'>, memberId: string): Promise<StoredNotes> {
  const [row] = await sql`
    SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'video', video, 'title', title, 'fragment', fragment, 'seconds', seconds, 'text', text,
          'writtenMsAgo', ms_ago(written_at)
        ) ORDER BY written_at, id), '[]') FROM notes WHERE user_id = ${memberId}) AS notes,
      (SELECT coalesce(jsonb_agg(id), '[]') FROM removed_notes WHERE user_id = ${memberId}) AS removed`
  return StoredNotes.parse(row)
}

/**
 * Merges the notes of one device, all or none. Idempotent, in any order of arrival. Durable once it returns `ok`, which it also
 * does for a deleted member.
 */
export async function saveNotes(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  { written, removed }: NotesForm,
): Promise<SaveNotesResult> {
  const [row] = await sql`
    SELECT save_notes(${memberId}, ${JSON.stringify(written)}, ${removed}::uuid[], ${NOTES_MAX}) AS "isKept"`
  return row?.isKept === true ? { ok: true } : { ok: false, code: 'notes_full' }
}

export type SaveNotesResult = { ok: true } | { ok: false; code: 'notes_full' }

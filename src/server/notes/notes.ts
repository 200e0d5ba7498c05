import { NOTES_MAX } from '#src/shared/field-limits.ts'
import { StoredNotes, type NotesForm } from '#src/shared/notes/note.ts'
import type { Deps } from '../vendors/ports.ts'

/** What members write about videos, for themselves. Whose it is, the session says. */

/** Everything the portal knows of this member's notes. */
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
 * Keeps what one device knows, all or nothing; once it returns `ok` it is kept for good. Telling it twice changes
 * nothing, nor does the order in which devices arrive. Nothing happens for a member who is gone.
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

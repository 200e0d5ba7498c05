import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemovedNoteForm } from '#src/shared/notes/note.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's notes. */
export const notes = {
  read: memberAction('notes.read', {
    handler: (deps, { member }) => listNotes(deps, member.id),
  }),

  save: memberAction('notes.save', {
    body: jsonBody(NoteForm),
    handler: (deps, { member }, form) => saveNote(deps, member.id, form),
  }),

  remove: memberAction('notes.remove', {
    body: jsonBody(RemovedNoteForm),
    handler: (deps, { member }, { id }) => removeNote(deps, member.id, id),
  }),
}

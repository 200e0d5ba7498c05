import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemovedNoteForm } from '#src/shared/notes/note.ts'
import { unwrap } from './answer.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's notes. */
export const notes = {
  read: memberAction('notes.read', {
    handler: (deps, { member }) => listNotes(deps, member.id),
  }),

  save: memberAction('notes.save', {
    body: jsonBody(NoteForm),
    async handler(deps, { member }, form, context) {
      unwrap(context, await saveNote(deps, member.id, form))
    },
  }),

  remove: memberAction('notes.remove', {
    body: jsonBody(RemovedNoteForm),
    handler: (deps, { member }, { id }) => removeNote(deps, member.id, id),
  }),
}

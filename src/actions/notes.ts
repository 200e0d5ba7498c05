import { deps } from '#src/server/deps.ts'
import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemovedNoteForm } from '#src/shared/notes/note.ts'
import { unwrap } from './answer.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's notes. */
export const notes = {
  read: memberAction('notes.read', {
    handler: (_body, { member }) => listNotes(deps(), member.id),
  }),

  save: memberAction('notes.save', {
    body: jsonBody(NoteForm),
    async handler(form, { member }, context) {
      unwrap(context, await saveNote(deps(), member.id, form))
    },
  }),

  remove: memberAction('notes.remove', {
    body: jsonBody(RemovedNoteForm),
    handler: ({ id }, { member }) => removeNote(deps(), member.id, id),
  }),
}

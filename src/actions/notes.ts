import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemovedNoteForm } from '#src/shared/notes/note.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

export const notes = {
  read: memberAction('notes.read', { handler: listNotes }),
  save: memberAction('notes.save', { body: jsonBody(NoteForm), handler: saveNote }),
  remove: memberAction('notes.remove', { body: jsonBody(RemovedNoteForm), handler: removeNote }),
}

import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemoveNoteInput } from '#src/shared/notes/note.ts'
import { memberAction } from './define.ts'

export const notes = {
  read: memberAction({ handler: listNotes }),
  save: memberAction({ input: NoteForm, handler: saveNote }),
  remove: memberAction({ input: RemoveNoteInput, handler: removeNote }),
}

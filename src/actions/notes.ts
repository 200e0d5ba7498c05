import { deps } from '#src/server/deps.ts'
import { readNotes, saveNotes } from '#src/server/notes/notes.ts'
import { NotesForm } from '#src/shared/notes/note.ts'
import { unwrap } from './answer.ts'
import { jsonBody, emptyBody } from './body.ts'
import { memberAction } from './define.ts'

/** The member's notes. The browser syncs them in the background and retries failures. */
export const notes = {
  read: memberAction('notes.read', {
    body: emptyBody,
    handler: (_body, { member }) => readNotes(deps(), member.id),
  }),

  save: memberAction('notes.save', {
    body: jsonBody(NotesForm),
    async handler(form, { member }, context) {
      unwrap(context, await saveNotes(deps(), member.id, form))
      return {}
    },
  }),
}

import { deps } from '#src/server/deps.ts'
import { NOTE_READS_PER_MEMBER } from '#src/server/limits/limits.ts'
import { readNotes, saveNotes } from '#src/server/notes/notes.ts'
import { NotesForm } from '#src/shared/notes/note.ts'
import { refuse } from './answer.ts'
import { json, nothing } from './body.ts'
import { memberAction } from './define.ts'

/** What the member writes about videos. A browser sends this by itself and keeps what was refused. */
export const notes = {
  read: memberAction('notes.read', {
    body: nothing,
    attempts: NOTE_READS_PER_MEMBER,
    outage: 'unexpected',
    async handler(_nothing, { member }, context) {
      const result = await readNotes(deps(), member.id)
      if (!result.ok) refuse(context, result)
      return result.notes
    },
  }),

  save: memberAction('notes.save', {
    body: json(NotesForm),
    outage: 'unexpected',
    async handler(form, { member }, context) {
      const result = await saveNotes(deps(), member.id, form)
      if (!result.ok) refuse(context, result)
      return {}
    },
  }),
}

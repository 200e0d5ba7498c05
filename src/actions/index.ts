import { listNotes, removeNote, saveNote } from '#src/server/notes/notes.ts'
import { NoteForm, RemoveNoteInput } from '#src/shared/notes/note.ts'
import { addFeed, endFeeds, readFeeds } from '#src/server/calendar/feeds.ts'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { account } from './account.ts'
import { auth } from './auth.ts'
import { memberAction } from './define.ts'
import { due } from './due.ts'
import { edit } from './edit.ts'
import { members } from './members.ts'
import { passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { progress } from './progress.ts'

const calendar = {
  readFeeds: memberAction({ handler: readFeeds }),

  addFeed: memberAction({
    handler: async (deps, signedIn) => ({ path: `${FEEDS_PREFIX}${await addFeed(deps, signedIn)}.ics` }),
  }),

  endFeeds: memberAction({ handler: endFeeds }),
}

const notes = {
  read: memberAction({ handler: listNotes }),
  save: memberAction({ input: NoteForm, handler: saveNote }),
  remove: memberAction({ input: RemoveNoteInput, handler: removeNote }),
}

export const server = { account, auth, calendar, due, edit, members, notes, passkeys, people, progress }

import { account } from './account.ts'
import { auth } from './auth.ts'
import { calendar } from './calendar.ts'
import { due } from './due.ts'
import { edit } from './edit.ts'
import { members } from './members.ts'
import { notes } from './notes.ts'
import { passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { progress } from './progress.ts'

export const server = { account, auth, calendar, due, edit, members, notes, passkeys, people, progress }

import { account } from './account.ts'
import { approvals } from './approvals.ts'
import { auth } from './auth.ts'
import { calendar } from './calendar.ts'
import { notes } from './notes.ts'
import { progress } from './progress.ts'

export const server = { account, approvals, auth, calendar, notes, progress }

import type { Verb } from './verb.ts'
import { afterRestore } from './verbs/after-restore.ts'
import { approved } from './verbs/approved.ts'
import { completionOf } from './verbs/completion.ts'
import { approve, deny, undo } from './verbs/decide.ts'
import { deleteAccounts } from './verbs/delete.ts'
import { admins, editors } from './verbs/editors.ts'
import { find } from './verbs/find.ts'
import { history } from './verbs/history.ts'
import { kickOff } from './verbs/kick-off.ts'
import { member } from './verbs/member.ts'
import { outbox, outboxRetry } from './verbs/outbox.ts'
import { pending } from './verbs/pending.ts'
import { rosterImport } from './verbs/roster-import.ts'
import { sessionsEnd } from './verbs/sessions-end.ts'
import { stats } from './verbs/stats.ts'
import { status } from './verbs/status.ts'

/** Everything `npm run admin` can do, in the order of its help. */
export const verbs: readonly Verb[] = [
  pending,
  approve,
  deny,
  undo,
  find,
  member,
  approved,
  history,
  deleteAccounts,
  rosterImport,
  kickOff,
  sessionsEnd,
  editors,
  admins,
  status,
  stats,
  outbox,
  outboxRetry,
  afterRestore,
  completionOf(() => verbs),
]

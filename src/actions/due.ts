import programme from '../../.astro/programme.json' with { type: 'json' }
import {
  addForm,
  endForm,
  MatchForm,
  matchSender,
  readDue,
  ReminderForm,
  remindOf,
  UnmatchForm,
  unmatchSender,
} from '#src/server/due/due.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { WebhookNameForm } from '#src/shared/forms.ts'
import { jsonBody } from './body.ts'
import { memberAction } from './define.ts'

const forAdmins = { isForAdmins: true, limit: DECISIONS_PER_MEMBER } as const

/** What administrators do about deadlines. SQL checks their right again. */
export const due = {
  read: memberAction('due.read', {
    isForAdmins: true,
    handler: (deps, signedIn) => readDue(deps, signedIn, programme),
  }),

  /** Returns how many emails leave in a minute, or no longer do. */
  remind: memberAction('due.remind', {
    ...forAdmins,
    body: jsonBody(ReminderForm),
    handler: (deps, signedIn, form) => remindOf(deps, signedIn, form, programme),
  }),

  match: memberAction('due.match', { ...forAdmins, body: jsonBody(MatchForm), handler: matchSender }),

  unmatch: memberAction('due.unmatch', { ...forAdmins, body: jsonBody(UnmatchForm), handler: unmatchSender }),

  /** Returns the path with its secret, once. */
  addForm: memberAction('due.addForm', { ...forAdmins, body: jsonBody(WebhookNameForm), handler: addForm }),

  endForm: memberAction('due.endForm', { ...forAdmins, body: jsonBody(WebhookNameForm), handler: endForm }),
}

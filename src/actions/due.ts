import programme from '../../.astro/programme.json' with { type: 'json' }
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  MatchForm,
  matchSubmissions,
  readDeadlines,
  ReminderForm,
  sendReminders,
  UnmatchForm,
  unmatchSubmissions,
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
    handler: (deps, signedIn) => readDeadlines(deps, signedIn, programme),
  }),

  /** Returns how many emails leave in a minute, or no longer do. */
  remind: memberAction('due.remind', {
    ...forAdmins,
    body: jsonBody(ReminderForm),
    handler: (deps, signedIn, form) => sendReminders(deps, signedIn, form, programme),
  }),

  match: memberAction('due.match', { ...forAdmins, body: jsonBody(MatchForm), handler: matchSubmissions }),

  unmatch: memberAction('due.unmatch', {
    ...forAdmins,
    body: jsonBody(UnmatchForm),
    handler: unmatchSubmissions,
  }),

  /** Returns the path with its secret, once. */
  addForm: memberAction('due.addForm', {
    ...forAdmins,
    body: jsonBody(WebhookNameForm),
    handler: createWebhookEndpoint,
  }),

  endForm: memberAction('due.endForm', {
    ...forAdmins,
    body: jsonBody(WebhookNameForm),
    handler: deleteWebhookEndpoint,
  }),
}

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
import { WebhookNameForm } from '#src/shared/forms.ts'
import { memberAction } from './define.ts'

export const due = {
  read: memberAction({
    handler: (deps, signedIn) => readDeadlines(deps, signedIn, programme),
  }),

  remind: memberAction({
    input: ReminderForm,
    handler: (deps, signedIn, form) => sendReminders(deps, signedIn, form, programme),
  }),

  match: memberAction({ input: MatchForm, handler: matchSubmissions }),

  unmatch: memberAction({ input: UnmatchForm, handler: unmatchSubmissions }),

  addForm: memberAction({ input: WebhookNameForm, handler: createWebhookEndpoint }),

  endForm: memberAction({ input: WebhookNameForm, handler: deleteWebhookEndpoint }),
}

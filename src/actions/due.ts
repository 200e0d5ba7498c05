import programme from '../../.astro/programme.json' with { type: 'json' }
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  MatchInput,
  matchSubmissions,
  readDeadlines,
  ReminderInput,
  sendReminders,
  UnmatchInput,
  unmatchSubmissions,
} from '#src/server/due/due.ts'
import { WebhookNameForm } from '#src/shared/forms.ts'
import { memberAction } from './define.ts'

export const due = {
  read: memberAction({
    handler: (deps, signedIn) => readDeadlines(deps, signedIn, programme),
  }),

  remind: memberAction({
    input: ReminderInput,
    handler: (deps, signedIn, form) => sendReminders(deps, signedIn, form, programme),
  }),

  match: memberAction({ input: MatchInput, handler: matchSubmissions }),

  unmatch: memberAction({ input: UnmatchInput, handler: unmatchSubmissions }),

  addForm: memberAction({ input: WebhookNameForm, handler: createWebhookEndpoint }),

  endForm: memberAction({ input: WebhookNameForm, handler: deleteWebhookEndpoint }),
}

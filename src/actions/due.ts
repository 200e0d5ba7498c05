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
  read: memberAction({ handler: readDeadlines }),

  remind: memberAction({ input: ReminderInput, handler: sendReminders }),

  match: memberAction({ input: MatchInput, handler: matchSubmissions }),

  unmatch: memberAction({ input: UnmatchInput, handler: unmatchSubmissions }),

  addForm: memberAction({ input: WebhookNameForm, handler: createWebhookEndpoint }),

  endForm: memberAction({ input: WebhookNameForm, handler: deleteWebhookEndpoint }),
}

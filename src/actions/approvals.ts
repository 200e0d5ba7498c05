import { decideAsAdmin, findApplicant, listWaiting, undoAsAdmin } from '#src/server/approvals/decisions.ts'
import { deps } from '#src/server/deps.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { ApplicantForm, DecisionForm } from '#src/shared/forms.ts'
import { unwrap } from './answer.ts'
import { jsonBody, emptyBody } from './body.ts'
import { memberAction } from './define.ts'

/** Review of sign-ups. For members who aren't administrators there are none. */
export const approvals = {
  /** A person, decided about or not. */
  read: memberAction('approvals.read', {
    body: jsonBody(ApplicantForm),
    async handler({ id }, signedIn, context) {
      return unwrap(context, await findApplicant(deps(), signedIn, id)).applicant
    },
  }),

  /** Everyone waiting for a decision. */
  list: memberAction('approvals.list', {
    body: emptyBody,
    handler: (_body, signedIn) => listWaiting(deps(), signedIn),
  }),

  /** Approves or denies. The email waits a minute, for `undo`. */
  decide: memberAction('approvals.decide', {
    body: jsonBody(DecisionForm),
    limit: DECISIONS_PER_MEMBER,
    async handler(form, signedIn, context) {
      unwrap(context, await decideAsAdmin(deps(), signedIn, form))
    },
  }),

  undo: memberAction('approvals.undo', {
    body: jsonBody(ApplicantForm),
    async handler({ id }, signedIn, context) {
      unwrap(context, await undoAsAdmin(deps(), signedIn, id))
    },
  }),
}

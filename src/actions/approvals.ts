import { decideAsAdmin, listWaiting, readDecisionLink, undoAsAdmin } from '#src/server/approvals/decisions.ts'
import { deps } from '#src/server/deps.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { DecisionForm, TokenForm, UndoForm } from '#src/shared/forms.ts'
import { unwrap } from './answer.ts'
import { jsonBody, emptyBody } from './body.ts'
import { memberAction } from './define.ts'

/** Review of sign-ups. For other members every link is invalid and the list is empty. */
export const approvals = {
  /** The applicant of a review link. */
  read: memberAction('approvals.read', {
    body: jsonBody(TokenForm),
    async handler({ token }, signedIn, context) {
      return unwrap(context, await readDecisionLink(deps(), signedIn, token)).applicant
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
      const { decided } = unwrap(context, await decideAsAdmin(deps(), signedIn, form))
      return { decided }
    },
  }),

  undo: memberAction('approvals.undo', {
    body: jsonBody(UndoForm),
    async handler({ email }, signedIn, context) {
      unwrap(context, await undoAsAdmin(deps(), signedIn, email))
      return {}
    },
  }),
}

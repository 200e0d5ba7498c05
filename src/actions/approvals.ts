import { decideAsAdmin, listWaiting, readDecisionLink, undoAsAdmin } from '#src/server/approvals/decisions.ts'
import { deps } from '#src/server/deps.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { DecisionForm, TokenForm, UndoForm } from '#src/shared/forms.ts'
import { unwrap } from './answer.ts'
import { jsonBody, noBody } from './body.ts'
import { memberAction } from './define.ts'

/** What administrators decide about sign-ups. For every other member no link is good and no one waits. */
export const approvals = {
  /** Whom the link of a notice is about. Decides nothing. */
  read: memberAction('approvals.read', {
    body: jsonBody(TokenForm),
    async handler({ token }, signedIn, context) {
      return unwrap(context, await readDecisionLink(deps(), signedIn, token)).applicant
    },
  }),

  /** Everyone who waits. */
  list: memberAction('approvals.list', {
    body: noBody,
    handler: (_body, signedIn) => listWaiting(deps(), signedIn),
  }),

  /** Approves or denies. The email waits a minute, so that this can be undone. */
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

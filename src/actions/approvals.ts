import { decideByLink, readDecisionLink } from '#src/server/approvals/decision-links.ts'
import { deps } from '#src/server/deps.ts'
import { DECISIONS_PER_MEMBER } from '#src/server/limits/limits.ts'
import { DecisionForm, TokenForm } from '#src/shared/forms.ts'
import { refuse } from './answer.ts'
import { json } from './body.ts'
import { memberAction } from './define.ts'
import { deliverSoon } from './deliver-soon.ts'

/** What administrators do with the links of their notices. To every other member no link is good. */
export const approvals = {
  /** Whom the link is about. Decides nothing. */
  read: memberAction('approvals.read', {
    body: json(TokenForm),
    outage: 'unexpected',
    async handler({ token }, signedIn, context) {
      const result = await readDecisionLink(deps(), signedIn, token)
      if (!result.ok) refuse(context, result)
      return result.applicant
    },
  }),

  /** Approves or denies. */
  decide: memberAction('approvals.decide', {
    body: json(DecisionForm),
    attempts: DECISIONS_PER_MEMBER,
    outage: 'unexpected',
    async handler(form, signedIn, context) {
      const result = await decideByLink(deps(), signedIn, form)
      if (!result.ok) refuse(context, result)
      deliverSoon(context)
      return { decided: result.decided }
    },
  }),
}

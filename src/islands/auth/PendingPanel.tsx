import * as icons from '#src/shared/icons.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { type HeadingRef, Panel } from '../ui/Panel.tsx'
import { resendOnPress } from './resend.ts'

/** What a new member sees until somebody has looked at the account. */
export function PendingPanel({ heading, email, onSignUp, onSignIn }: Props) {
  return (
    <Panel
      icon={icons.clock}
      heading={heading}
      title="Account Pending Approval"
      text="Your account is currently under review. You'll receive an email notification once your account has been approved."
    >
      <p className="mt-3 text-sm text-ink-soft">
        We have written to you as well. Nothing there?{' '}
        <button
          type="button"
          className="text-link aria-disabled:cursor-progress"
          onClick={({ currentTarget }) => void resendOnPress(currentTarget, email)}
        >
          Send the email again
        </button>
      </p>
      <div className="mt-8 grid gap-3">
        {onSignIn ? (
          <button type="button" className="button-primary" onClick={onSignIn}>
            Sign In
          </button>
        ) : (
          <a href={SIGN_IN_PATH} className="button-primary">
            Sign In
          </a>
        )}
        <button type="button" className="button-quiet" onClick={onSignUp}>
          Create another account
        </button>
      </div>
    </Panel>
  )
}

interface Props {
  heading: HeadingRef
  /** The address that was signed up with. */
  email: string
  onSignUp: () => void
  /** null where this screen has no sign-in form: the button leads to it. */
  onSignIn: (() => void) | null
}

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
      <ol className="mt-6 grid list-decimal gap-2 pl-5 marker:text-ink-soft">
        <li className="pl-1">
          Open the mail to <strong className="font-medium wrap-anywhere">{email.trim()}</strong> and confirm.
          <span className="mt-0.5 block text-sm text-ink-soft">
            Nothing there?{' '}
            <button
              type="button"
              className="text-link aria-disabled:cursor-progress"
              onClick={({ currentTarget }) => void resendOnPress(currentTarget, email)}
            >
              Send the email again
            </button>
          </span>
        </li>
        <li className="pl-1">We look at it.</li>
        <li className="pl-1">We write.</li>
      </ol>
      <div className="mt-8 grid gap-3">
        {onSignIn ? (
          <button type="button" className="button-quiet" onClick={onSignIn}>
            Sign In
          </button>
        ) : (
          <a href={SIGN_IN_PATH} className="button-quiet">
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

import { actions } from 'astro:actions'
import { linkSentTo } from '#src/shared/notices.ts'
import { requireViewer } from '../../lib/viewer.ts'
import { Button, TextButton } from '../../ui/Button.tsx'
import { toastResult } from '../../ui/problem.ts'
import { signOut } from '../account/sign-out.ts'

/** For members whose address isn't confirmed. */
export function ResendEmail() {
  const resend = () => {
    const { email } = requireViewer()
    void toastResult(actions.auth.resendConfirmation.orThrow({ email }), linkSentTo(email))
  }
  return (
    <TextButton className="text-link justify-self-center text-sm" onClick={resend}>
      Resend email
    </TextButton>
  )
}

export function SignOut() {
  return (
    <Button variant="quiet" onClick={() => void signOut()}>
      Sign out
    </Button>
  )
}

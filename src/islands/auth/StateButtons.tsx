import { actions } from 'astro:actions'
import { useEffect } from 'react'
import { linkSentTo } from '#src/shared/notices.ts'
import { reloadWhenSessionEnds } from '#src/lib/session.ts'
import { requireViewer } from '#src/lib/viewer.ts'
import { Button, TextButton } from '#src/ui/Button.tsx'
import { toastResult } from '#src/ui/toast-result.ts'
import { signOut } from '#src/islands/account/sign-out.ts'

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
  useEffect(reloadWhenSessionEnds, [])
  return (
    <Button variant="quiet" onClick={() => void signOut()}>
      Sign out
    </Button>
  )
}

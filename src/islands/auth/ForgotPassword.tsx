import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { EmailField } from '#src/ui/Field.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'
import { FocusHeading } from './FocusHeading.tsx'

export function ForgotPassword({
  initialEmail = '',
  onCancel,
}: {
  initialEmail?: string
  onCancel: () => void
}) {
  const [email, setEmail] = useState(initialEmail)
  const [isSent, setIsSent] = useState(false)

  async function requestReset(values: { email: string }) {
    setEmail(values.email)
    await actions.auth.requestPasswordReset.orThrow(values)
    showToast('success', noticeText.reset_requested)
    setIsSent(true)
  }

  return (
    <FocusHeading screen={String(isSent)}>
      {isSent ? (
        <StatusScreen
          icon={icons.Mail}
          tone="good"
          title="Check your email"
          text={`Open the link in our email to ${email.trim()} within one hour. If no email comes, check your spam folder and the spelling: only an address with an account gets one.`}
        >
          <Button variant="quiet" className="mt-8 w-full" onClick={onCancel}>
            Back to sign in
          </Button>
        </StatusScreen>
      ) : (
        <StatusScreen
          title="Forgot your password?"
          text="Enter your email and we’ll send you a link to reset your password."
        >
          <Form
            schema={EmailForm}
            onSubmit={requestReset}
            fallbackCode="reset_request_failed"
            submitLabel="Send reset link"
            disabled={email.trim() === ''}
            onCancel={onCancel}
          >
            <EmailField
              defaultValue={initialEmail}
              onChange={({ target }) => setEmail(target.value)}
              onAnimationStart={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          </Form>
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

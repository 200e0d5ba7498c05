import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { EmailField } from './EmailField.tsx'
import { resendConfirmation, text } from './submit.ts'
import { useSubmission } from './useSubmission.ts'

/** Has another confirmation link mailed. The answer is the same for every address. */
export function ResendForm() {
  const [sent, setSent] = useState(false)
  const { problem, busy, form } = useSubmission(
    (data) => resendConfirmation({ email: text(data, 'email') }),
    () => setSent(true),
  )

  return (
    <>
      <div role="status">
        {sent && <p className="mt-6 text-ink-soft">{noticeText.confirmation_resent}</p>}
      </div>
      {!sent && (
        <form {...form} className="mt-6 grid gap-5">
          <EmailField error={problem.fields.email} />
          <div className="grid">
            <Alert text={problem.form} />
            <Button busy={busy} busyText="Sending">
              Send a new link
            </Button>
          </div>
        </form>
      )}
    </>
  )
}

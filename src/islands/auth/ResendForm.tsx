import { actions } from 'astro:actions'
import { useState } from 'react'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { Form } from '../form/Form.tsx'
import { EmailField } from '../ui/Field.tsx'

/** Has another confirmation link mailed. The answer is the same for every address. */
export function ResendForm() {
  const [isSent, setIsSent] = useState(false)
  return (
    <>
      <div role="status">
        {isSent && <p className="mt-6 text-ink-soft">{noticeText.confirmation_resent}</p>}
      </div>
      {!isSent && (
        <Form
          rules={EmailForm}
          send={(typed) => actions.auth.resendConfirmation.orThrow(typed).then(() => setIsSent(true))}
          className="mt-6 grid gap-5"
          submit="Send a new link"
          busyText="Sending"
        >
          <EmailField />
        </Form>
      )}
    </>
  )
}

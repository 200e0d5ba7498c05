import { actions } from 'astro:actions'
import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../form/ask.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/useForm.ts'
import { EmailField } from '../ui/Field.tsx'

/** Has another confirmation link mailed. The answer is the same for every address. */
export function ResendForm() {
  const [sent, setSent] = useState(false)
  const form = useForm({
    fields: ['email'],
    rules: 'EmailForm',
    send: (typed) => ask(() => actions.auth.resendConfirmation(typed), 'unexpected'),
    onDone: () => setSent(true),
  })

  return (
    <>
      <div role="status">
        {sent && <p className="mt-6 text-ink-soft">{noticeText.confirmation_resent}</p>}
      </div>
      {!sent && (
        <Form form={form} className="mt-6 grid gap-5" submit="Send a new link" busyText="Sending">
          <EmailField />
        </Form>
      )}
    </>
  )
}

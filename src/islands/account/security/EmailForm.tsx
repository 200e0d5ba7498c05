import { actions } from 'astro:actions'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EmailChangeForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { AccountForm } from '../AccountForm.tsx'
import { problemIn } from '../problem-in.ts'

/** Asks for another address. It is the member's once the link that is mailed there was opened. */
export function EmailForm({ onClose }: { onClose: () => void }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const submission = useSubmission(
    async (data) => {
      const typed = { newEmail: text(data, 'newEmail'), currentPassword: text(data, 'currentPassword') }
      return (
        problemIn(EmailChangeForm, typed) ??
        ask(() => actions.account.requestEmailChange(typed), 'unexpected')
      )
    },
    (data) => setAskedFor(text(data, 'newEmail').trim()),
  )
  const { fields } = submission.problem

  return (
    <>
      <div role="status">{askedFor !== null && <LinkSent to={askedFor} />}</div>
      {askedFor === null ? (
        <AccountForm submission={submission} submit="Send the link" busyText="Sending" onCancel={onClose}>
          <Field
            name="newEmail"
            label="New email"
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            error={fields.newEmail}
          />
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={fields.currentPassword}
          />
        </AccountForm>
      ) : (
        <Done onDone={onClose} />
      )}
    </>
  )
}

function LinkSent({ to }: { to: string }) {
  return (
    <div className="flex gap-3 rounded-control bg-kukui/10 p-4 text-sm">
      <MailCheck size={18} strokeWidth={1.75} className="mt-px shrink-0 text-kukui" aria-hidden />
      <div>
        <p className="font-medium">{noticeText.email_change_requested}</p>
        <p className="mt-1 text-ink-soft">
          Open it within a day at{' '}
          <strong className="font-medium [overflow-wrap:anywhere] text-ink">{to}</strong>. Until then you sign
          in with your present address.
        </p>
      </div>
    </div>
  )
}

/** Takes the focus from the form that stood here. */
function Done({ onDone }: { onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="mt-3">
      <Button ref={button} look="quiet" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

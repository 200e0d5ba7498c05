import { actions } from 'astro:actions'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { EmailChangeForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { problemIn } from '../problem-in.ts'
import { ServerAlert } from '../ServerAlert.tsx'
import { ForPasswordManager } from './ForPasswordManager.tsx'

/** Asks for another address. It is the member's once the link that is mailed there was opened. */
export function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const { problem, busy, form } = useSubmission(
    async (data) => {
      const typed = { newEmail: text(data, 'newEmail'), currentPassword: text(data, 'currentPassword') }
      return (
        problemIn(EmailChangeForm, typed) ??
        ask(() => actions.account.requestEmailChange(typed), 'unexpected')
      )
    },
    (data) => setAskedFor(text(data, 'newEmail').trim()),
  )

  return (
    <>
      <div role="status">
        {askedFor !== null && (
          <div className="mt-4 flex gap-3 rounded-control bg-kukui/10 p-4 text-sm">
            <MailCheck size={18} strokeWidth={1.75} className="mt-px shrink-0 text-kukui" aria-hidden />
            <div>
              <p className="font-medium">{noticeText.email_change_requested}</p>
              <p className="mt-1 text-ink-soft">
                Open it within a day at <strong className="font-medium text-ink">{askedFor}</strong>. Until
                then you sign in with your present address.
              </p>
            </div>
          </div>
        )}
      </div>
      {askedFor === null ? (
        <form {...form} className="mt-4 grid gap-4">
          <ForPasswordManager email={email} />
          <Field
            name="newEmail"
            label="New email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={problem.fields.newEmail}
          />
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={problem.fields.currentPassword}
          />
          <div>
            <ServerAlert text={problem.form} />
            <div className="flex flex-wrap gap-2">
              <Button busy={busy} busyText="Sending">
                Send the link
              </Button>
              <Button look="quiet" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </div>
        </form>
      ) : (
        <div className="mt-3">
          <Button look="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </>
  )
}

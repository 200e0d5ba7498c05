import { useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { ChangePasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { tell } from '../../notices.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { problemIn } from '../problem-in.ts'
import { ServerAlert } from '../ServerAlert.tsx'
import { ForPasswordManager } from './ForPasswordManager.tsx'
import { SESSIONS } from './use-sessions.ts'

/** A new password, for whoever knows the old one. */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient()
  const { problem, busy, form } = useSubmission(
    async (data) => {
      const typed = { currentPassword: text(data, 'currentPassword'), newPassword: text(data, 'newPassword') }
      return (
        problemIn(ChangePasswordForm, typed) ?? ask(() => actions.account.changePassword(typed), 'unexpected')
      )
    },
    () => {
      tell('success', noticeText.password_reset)
      void client.invalidateQueries({ queryKey: SESSIONS })
      onClose()
    },
  )

  return (
    <form {...form} className="mt-4 grid gap-4">
      <ForPasswordManager email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={problem.fields.currentPassword}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={problem.fields.newPassword}
      />
      <div>
        <ServerAlert text={problem.form} />
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} busyText="Updating">
            Update password
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { ChangePasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { tell } from '../../notices.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { AccountForm } from '../AccountForm.tsx'
import { problemIn } from '../problem-in.ts'
import { SESSIONS } from './use-sessions.ts'

/** A new password, for whoever knows the old one. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const submission = useSubmission(
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

  const { fields } = submission.problem

  return (
    <AccountForm submission={submission} submit="Update password" busyText="Updating" onCancel={onClose}>
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={fields.currentPassword}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={fields.newPassword}
      />
    </AccountForm>
  )
}

import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { dropToken, takeToken } from '../token.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { resetPassword } from './submit.ts'
import { useSubmission } from './useSubmission.ts'

/** The new password, twice. The link's token travels with it and nowhere else. */
export function NewPasswordForm({ onDone, onForgot }: Props) {
  const { problem, busy, form } = useSubmission(
    async (data) => resetPassword(takeToken() ?? '', data),
    () => {
      dropToken()
      tell('success', noticeText.password_reset)
      onDone()
    },
  )

  return (
    <form {...form} className="mt-8 grid gap-5">
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={problem.fields.password}
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={problem.fields.confirmPassword}
      />
      <div className="grid">
        <Alert text={problem.form} />
        <Button busy={busy} busyText="Updating password">
          Update password
        </Button>
        {problem.form === errorText.reset_token_invalid && (
          <button type="button" className="mt-3 button-quiet" onClick={onForgot}>
            Send me a new link
          </button>
        )}
      </div>
    </form>
  )
}

interface Props {
  onDone: () => void
  /** Whoever holds a link that is worth nothing any more needs another. */
  onForgot: () => void
}

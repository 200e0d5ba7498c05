import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import type { Problem } from './problem.ts'
import { useSubmission } from './useSubmission.ts'

/** The new password, twice. */
export function NewPasswordForm({ send, onDone, children }: Props) {
  const { problem, busy, form } = useSubmission(send, onDone)

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
        {children?.(problem)}
      </div>
    </form>
  )
}

interface Props {
  /** Says what is wrong, or null; never throws. */
  send: (form: FormData) => Promise<Problem | null>
  onDone: () => void
  /** What can be done instead, given what went wrong. */
  children?: (problem: Problem) => ReactNode
}

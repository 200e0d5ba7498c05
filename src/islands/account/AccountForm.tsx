import type { ReactNode } from 'react'
import type { Submission } from '../auth/useSubmission.ts'
import { Button } from '../ui/Button.tsx'
import { ServerAlert } from './ServerAlert.tsx'
import { useProfile } from './use-profile.ts'

/** A form about the member's own password or what it protects: its fields, what the server refused, and a way back. */
export function AccountForm(props: Props) {
  const { submission, submit, busyText, look = 'primary', cancel = 'Cancel', onCancel, children } = props
  const { problem, busy, form } = submission
  const { email } = useProfile()
  return (
    <form {...form} className="grid gap-4">
      {/* Tells a password manager whose password this is about. People do not see it. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      {children}
      <div>
        <ServerAlert text={problem.form} />
        <div className="flex flex-wrap gap-2">
          <Button look={look} busy={busy} busyText={busyText}>
            {submit}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface Props {
  submission: Submission
  /** What the button says, and what it says while it is done. */
  submit: string
  busyText: string
  look?: 'primary' | 'danger'
  cancel?: string
  onCancel: () => void
  children: ReactNode
}

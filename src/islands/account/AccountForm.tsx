import type { ReactNode } from 'react'
import type { FormState } from '../form/useForm.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Problems } from '../ui/Field.tsx'
import { useProfile } from './useProfile.ts'

/** A form about the member's own password or what it protects: its fields, what the server refused, and a way back. */
export function AccountForm(props: Props) {
  const { form, submit, busyText, look = 'primary', cancel = 'Cancel', onCancel, children } = props
  const { email } = useProfile()
  return (
    <form {...form.props} className="grid gap-4">
      {/* Tells a password manager whose password this is about. People do not see it. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Problems value={form.problem.fields}>{children}</Problems>
      <div>
        <Alert failure={form.problem.form} />
        <div className="flex flex-wrap gap-2">
          <Button look={look} busy={form.busy} busyText={busyText}>
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
  form: FormState
  /** What the button says, and what it says while it is done. */
  submit: string
  busyText: string
  look?: 'primary' | 'danger'
  cancel?: string
  onCancel: () => void
  children: ReactNode
}

import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Problems } from '../ui/Field.tsx'
import type { FormState } from './useForm.ts'

/** Fields, what is wrong with the whole of them, and the button that sends them. */
export function Form({ form, className = 'mt-8 grid gap-5', submit, busyText, children, after }: Props) {
  const { problem, busy, props } = form
  return (
    <form {...props} className={className}>
      <Problems value={problem.fields}>{children}</Problems>
      <div className="grid">
        <Alert failure={problem.form} />
        <Button busy={busy} busyText={busyText}>
          {submit}
        </Button>
        {after}
      </div>
    </form>
  )
}

interface Props {
  form: FormState
  className?: string
  /** What the button says, and what it says while it is done. */
  submit: string
  busyText: string
  children?: ReactNode
  /** What else can be done. */
  after?: ReactNode
}

import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { type FieldProps, PasswordField } from '../ui/Field.tsx'
import { useOpening } from '../ui/useFocus.ts'

/** Something that can be changed in a form below it. `what` names it for people who only hear the button. */
export function Row({ title, text, what, form }: RowProps) {
  const { isOpen, open, close, ref } = useOpening()
  return (
    <section className="border-b border-line py-5 first:pt-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{text}</p>
        </div>
        {!isOpen && (
          <Button ref={ref} look="quiet" onClick={open}>
            Change<span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      {isOpen && <div className="mt-4">{form(close)}</div>}
    </section>
  )
}

/** The member's password, as a proof. The hidden field tells a password manager whose it is. */
export function CurrentPassword({ email, ...field }: Partial<FieldProps> & { email: string }) {
  return (
    <>
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField name="currentPassword" label="Current password" {...field} />
    </>
  )
}

interface RowProps {
  title: string
  text: string
  what: string
  form: (close: () => void) => ReactNode
}

import { useProfile } from '../use-profile.ts'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecurityRow } from './SecurityRow.tsx'
import { Sessions } from './Sessions.tsx'

/** How the member is known, and where. */
export function Security({ current, form, onForm }: Props) {
  const { email } = useProfile()
  const close = () => onForm(null)
  return (
    <>
      <SecurityRow
        title="Email"
        text={email}
        what="email"
        isOpen={form === 'email'}
        onOpen={() => onForm('email')}
      >
        <EmailForm onClose={close} />
      </SecurityRow>
      <SecurityRow
        title="Password"
        text="A new password ends every other session."
        what="password"
        isOpen={form === 'password'}
        onOpen={() => onForm('password')}
      >
        <PasswordForm onClose={close} />
      </SecurityRow>
      <Sessions isLooking={current} />
    </>
  )
}

/** One at a time: each asks for the password. */
export type OpenForm = 'email' | 'password' | null

interface Props {
  /** Whether this section is the one that is shown. */
  current: boolean
  form: OpenForm
  onForm: (form: OpenForm) => void
}

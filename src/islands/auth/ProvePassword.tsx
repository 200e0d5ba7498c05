import { CircleCheck } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { takeToken } from '../token.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { proveSignUp, setSignUpPassword } from './submit.ts'
import { useSubmission } from './useSubmission.ts'

/** For somebody who is expected: anybody could have signed up with this address, so who reads its mail shows the password. */
export function ProvePassword({ heading, onDone }: Props) {
  const [way, setWay] = useState<'present' | 'new'>('present')

  return (
    <Panel icon={CircleCheck} tone="good" heading={heading} title={noticeText.email_confirmed_title}>
      <p className="mt-3 text-ink-soft">
        You are expected. Enter the password you chose, or set a new one, and you can sign in at once.
      </p>
      {way === 'present' ? (
        <PresentPasswordForm onDone={onDone} />
      ) : (
        <NewPasswordForm send={(data) => setSignUpPassword(takeToken() ?? '', data)} onDone={onDone} />
      )}
      <button
        type="button"
        className="mt-3 button-quiet w-full"
        onClick={() => setWay(way === 'present' ? 'new' : 'present')}
      >
        {way === 'present' ? 'Set a new password' : 'Enter the password I chose'}
      </button>
    </Panel>
  )
}

function PresentPasswordForm({ onDone }: Pick<Props, 'onDone'>) {
  const { problem, busy, form } = useSubmission((data) => proveSignUp(takeToken() ?? '', data), onDone)

  return (
    <form {...form} className="mt-8 grid gap-5">
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={problem.fields.password}
      />
      <div className="grid">
        <Alert text={problem.form} />
        <Button busy={busy} busyText="Checking">
          Continue
        </Button>
      </div>
    </form>
  )
}

interface Props {
  heading: RefObject<HTMLHeadingElement | null>
  onDone: () => void
}

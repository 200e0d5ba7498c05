import { Mail } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useFocusOnChange } from '../ui/useFocusOnChange.ts'
import { EmailField } from './EmailField.tsx'
import type { Problem } from './problem.ts'
import { requestPasswordReset, text } from './submit.ts'
import { useSubmission } from './useSubmission.ts'

/** Has a link mailed to choose a new password. What came of it is told in a notice (docs/product.md, Sign-in and sign-up). */
export function ForgotPassword({ heading, initialEmail, onCancel }: Props) {
  const [email, setEmail] = useState(initialEmail)
  const [screen, setScreen] = useState<'form' | 'sent'>('form')
  const sentHeading = useFocusOnChange(screen)
  const { problem, busy, form } = useSubmission(send, () => setScreen('sent'))

  if (screen === 'sent') {
    return (
      <Panel icon={Mail} tone="good" heading={sentHeading} title="A link is on its way">
        <p className="mt-3 wrap-anywhere text-ink-soft">
          If there is an account for {email.trim()}, it gets a link to choose a new password. The link works
          for one hour.
        </p>
        <button type="button" className="mt-8 button-quiet w-full" onClick={onCancel}>
          Back to sign in
        </button>
      </Panel>
    )
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Forgot your password?
      </h1>
      <p className="mt-2 text-ink-soft">Enter your email and we send you a link to choose a new password.</p>
      <form
        {...form}
        className="mt-8 grid gap-5"
        onInput={(event) => {
          form.onInput(event)
          setEmail(text(new FormData(event.currentTarget), 'email'))
        }}
      >
        <EmailField initial={initialEmail} error={problem.fields.email} />
        <div className="grid gap-3">
          <Button busy={busy} busyText="Sending" disabled={busy || email.trim() === ''}>
            Send reset link
          </Button>
          <button type="button" className="button-quiet" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </>
  )
}

async function send(form: FormData): Promise<Problem | null> {
  const found = await requestPasswordReset(form)
  if (!found) tell('success', noticeText.reset_requested)
  if (found?.form) tell('error', found.form)
  return found
}

interface Props {
  heading: RefObject<HTMLHeadingElement | null>
  /** What was typed at sign-in already. */
  initialEmail: string
  /** Back to signing in, with an empty form. */
  onCancel: () => void
}

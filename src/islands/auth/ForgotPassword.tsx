import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../form/ask.ts'
import { useForm } from '../form/useForm.ts'
import { tell } from '../notices.ts'
import { Button } from '../ui/Button.tsx'
import { EmailField, Problems } from '../ui/Field.tsx'
import { Heading, type HeadingRef, Panel } from '../ui/Panel.tsx'
import { useFocusOnChange } from '../ui/useFocus.ts'

/** Has a link mailed to choose a new password. What came of it is told in a notice (docs/product.md, Sign-in and sign-up). */
export function ForgotPassword({ heading, initialEmail, onCancel }: Props) {
  const [email, setEmail] = useState(initialEmail)
  const [screen, setScreen] = useState<'form' | 'sent'>('form')
  const sentHeading = useFocusOnChange(screen)
  const { problem, busy, props } = useForm({
    fields: ['email'],
    rules: 'EmailForm',
    send,
    onDone: () => setScreen('sent'),
  })

  if (screen === 'sent') {
    return (
      <Panel
        icon={icons.mail}
        tone="good"
        heading={sentHeading}
        title="A link is on its way"
        text={`If there is an account for ${email.trim()}, it gets a link to choose a new password. The link works for one hour.`}
      >
        <button type="button" className="mt-8 button-quiet w-full" onClick={onCancel}>
          Back to sign in
        </button>
      </Panel>
    )
  }

  return (
    <>
      <Heading ref={heading}>Forgot your password?</Heading>
      <p className="mt-2 text-ink-soft">Enter your email and we send you a link to choose a new password.</p>
      <form {...props} className="mt-8 grid gap-5">
        <Problems value={problem.fields}>
          <EmailField
            defaultValue={initialEmail}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </Problems>
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

async function send(typed: { email: string }) {
  const problem = await ask(() => actions.auth.requestPasswordReset(typed), 'reset_request_failed')
  if (!problem) tell('success', noticeText.reset_requested)
  if (problem?.form) tell('error', problem.form.text)
  return problem
}

interface Props {
  heading: HeadingRef
  /** What was typed at sign-in already. */
  initialEmail: string
  /** Back to signing in, with an empty form. */
  onCancel: () => void
}

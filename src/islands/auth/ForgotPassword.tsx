import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { Form } from '../form/Form.tsx'
import { problemOf } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { EmailField } from '../ui/Field.tsx'
import { Heading, type HeadingRef, Panel } from '../ui/Panel.tsx'
import { useFocusOnChange } from '../ui/useFocus.ts'

/** Has a link mailed to choose a new password. A notice says what came of it (docs/product.md, Sign-in and sign-up). */
export function ForgotPassword({ heading, initialEmail, onCancel }: Props) {
  const [email, setEmail] = useState(initialEmail)
  const [isSent, setIsSent] = useState(false)
  const sentHeading = useFocusOnChange(String(isSent))

  async function send(typed: { email: string }) {
    try {
      await actions.auth.requestPasswordReset.orThrow(typed)
      tell('success', noticeText.reset_requested)
      setIsSent(true)
    } catch (error) {
      tell('error', problemOf(error, 'reset_request_failed').text ?? '')
    }
  }

  if (isSent) {
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
      <Form
        rules={EmailForm}
        send={send}
        submit="Send reset link"
        busyText="Sending"
        disabled={email.trim() === ''}
        after={
          <button type="button" className="button-quiet" onClick={onCancel}>
            Cancel
          </button>
        }
      >
        <EmailField defaultValue={initialEmail} onChange={({ target }) => setEmail(target.value)} />
      </Form>
    </>
  )
}

interface Props {
  heading: HeadingRef
  /** What was typed at sign-in already. */
  initialEmail: string
  /** Back to signing in, with an empty form. */
  onCancel: () => void
}

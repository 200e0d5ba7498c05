import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { type ReactNode, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../form/ask.ts'
import { Form } from '../form/Form.tsx'
import type { Problem } from '../form/problem.ts'
import { useForm } from '../form/useForm.ts'
import { takeToken } from '../token.ts'
import { PasswordField } from '../ui/Field.tsx'
import { type HeadingRef, Panel } from '../ui/Panel.tsx'

/** A new password, twice. */
export function NewPasswordForm({
  send,
  onDone,
  after,
}: Props & { after?: (problem: Problem) => ReactNode }) {
  const form = useForm({ fields: ['password', 'confirmPassword'], rules: 'NewPasswordForm', send, onDone })
  return (
    <Form form={form} submit="Update password" busyText="Updating password" after={after?.(form.problem)}>
      <PasswordField isNew name="password" label="New password" />
      <PasswordField isNew name="confirmPassword" label="Confirm password" hint={undefined} />
    </Form>
  )
}

/** For somebody who is expected: anybody could have signed up with this address, so who reads its mail shows the password. */
export function ProvePassword({ heading, onDone }: { heading: HeadingRef; onDone: () => void }) {
  const [isNew, setIsNew] = useState(false)
  return (
    <Panel
      icon={icons.circleCheck}
      tone="good"
      heading={heading}
      title={noticeText.email_confirmed_title}
      text="You are expected. Enter the password you chose, or set a new one, and you can sign in at once."
    >
      {isNew ? (
        <NewPasswordForm send={setPassword} onDone={onDone} />
      ) : (
        <PresentPasswordForm send={provePassword} onDone={onDone} />
      )}
      <button type="button" className="mt-3 button-quiet w-full" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Enter the password I chose' : 'Set a new password'}
      </button>
    </Panel>
  )
}

function PresentPasswordForm({ send, onDone }: Props) {
  const form = useForm({ fields: ['password'], send, onDone })
  return (
    <Form form={form} submit="Continue" busyText="Checking">
      <PasswordField name="password" label="Password" />
    </Form>
  )
}

function provePassword({ password }: { password: string }) {
  return ask(() => actions.auth.proveSignUp({ token: takeToken() ?? '', password }), 'unexpected')
}

function setPassword({ password }: { password: string }) {
  return ask(() => actions.auth.setSignUpPassword({ token: takeToken() ?? '', password }), 'reset_failed')
}

interface Props {
  /** Says what is wrong, or null; never throws. */
  send: (typed: { password: string }) => Promise<Problem | null>
  onDone: () => void
}

import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { NewPasswordForm as NewPasswordRules, ProofForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { Form } from '../form/Form.tsx'
import { takeToken } from '../token.ts'
import { PasswordField } from '../ui/Field.tsx'
import { Panel } from '../ui/Panel.tsx'

/** A new password, twice. */
export function NewPasswordForm({ send }: { send: (password: string) => Promise<unknown> }) {
  return (
    <Form
      rules={NewPasswordRules}
      send={({ password }) => send(password)}
      otherwise="reset_failed"
      submit="Update password"
      busyText="Updating password"
    >
      <PasswordField isNew name="password" label="New password" />
      <PasswordField isNew name="confirmPassword" label="Confirm password" hint={undefined} />
    </Form>
  )
}

/** For people on the roster. Anyone can sign up with any address, so its owner enters the password or sets a new one. */
export function ProvePassword({ onDone }: { onDone: () => void }) {
  const [isNew, setIsNew] = useState(false)
  const token = takeToken() ?? ''
  return (
    <Panel
      icon={icons.circleCheck}
      tone="good"
      title={noticeText.email_confirmed_title}
      text="You are expected. Enter the password you chose, or set a new one, and you can sign in at once."
    >
      {isNew ? (
        <NewPasswordForm
          send={(password) => actions.auth.setSignUpPassword.orThrow({ token, password }).then(onDone)}
        />
      ) : (
        <Form
          rules={ProofForm}
          send={(typed) => actions.auth.proveSignUp.orThrow(typed).then(onDone)}
          submit="Continue"
          busyText="Checking"
        >
          <input type="hidden" name="token" value={token} />
          <PasswordField name="password" label="Password" />
        </Form>
      )}
      <button type="button" className="mt-3 button-quiet w-full" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Enter the password I chose' : 'Set a new password'}
      </button>
    </Panel>
  )
}

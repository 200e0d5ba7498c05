import * as icons from '#src/shared/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type ReactNode, useState } from 'react'
import { ChangePasswordForm, EmailChangeForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { Button } from '../ui/Button.tsx'
import { EmailField, PasswordField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Opening, takeFocus, useOpening } from '../ui/useFocus.ts'
import { AccountForm } from './AccountForm.tsx'
import { Sessions, SESSIONS } from './Sessions.tsx'

/** How the member is known, and where. Each form keeps what was typed until it is closed itself. */
export function Security({ email, emailForm }: FormProps & { emailForm: Opening }) {
  const passwordForm = useOpening()
  return (
    <>
      <Row title="Email" text={email} what="email" opening={emailForm}>
        <EmailForm email={email} onClose={emailForm.close} />
      </Row>
      <Row
        title="Password"
        text="A new password ends every other session."
        what="password"
        opening={passwordForm}
      >
        <PasswordForm email={email} onClose={passwordForm.close} />
      </Row>
      <Sessions />
    </>
  )
}

/** Something that stands as it is until its form is opened. */
function Row({ title, text, what, opening, children }: RowProps) {
  return (
    <section className="border-b border-line py-5 first:pt-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{text}</p>
        </div>
        {!opening.isOpen && (
          <Button ref={opening.ref} look="quiet" onClick={opening.open}>
            Change<span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      {opening.isOpen && <div className="mt-4">{children}</div>}
    </section>
  )
}

/** Asks for another address. It is the member's once the link that is mailed there was opened. */
function EmailForm({ email, onClose }: FormProps & Closing) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  return (
    <>
      <div role="status">{askedFor !== null && <LinkSent to={askedFor} />}</div>
      {askedFor === null ? (
        <AccountForm
          rules={EmailChangeForm}
          send={async (typed) => {
            await actions.account.requestEmailChange.orThrow(typed)
            setAskedFor(typed.newEmail.trim())
          }}
          submit="Send the link"
          busyText="Sending"
          email={email}
          onCancel={onClose}
        >
          <EmailField ref={takeFocus} name="newEmail" label="New email" autoComplete="email" />
          <PasswordField name="currentPassword" label="Current password" />
        </AccountForm>
      ) : (
        <div className="mt-3">
          <Button ref={takeFocus} look="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </>
  )
}

function LinkSent({ to }: { to: string }) {
  return (
    <div className="flex gap-3 rounded-control bg-kukui/10 p-4 text-sm">
      <Icon drawing={icons.mailCheck} className="mt-px text-kukui" />
      <div>
        <p className="font-medium">{noticeText.email_change_requested}</p>
        <p className="mt-1 text-ink-soft">
          Open it within a day at{' '}
          <strong className="font-medium [overflow-wrap:anywhere] text-ink">{to}</strong>. Until then you sign
          in with your present address.
        </p>
      </div>
    </div>
  )
}

/** A new password, for who knows the old one. */
function PasswordForm({ email, onClose }: FormProps & Closing) {
  const queries = useQueryClient()
  return (
    <AccountForm
      rules={ChangePasswordForm}
      send={async (typed) => {
        await actions.account.changePassword.orThrow(typed)
        tell('success', noticeText.password_reset)
        onClose()
        await queries.invalidateQueries({ queryKey: SESSIONS })
      }}
      submit="Update password"
      busyText="Updating"
      email={email}
      onCancel={onClose}
    >
      <PasswordField ref={takeFocus} name="currentPassword" label="Current password" />
      <PasswordField isNew name="newPassword" label="New password" />
    </AccountForm>
  )
}

interface FormProps {
  /** The member's present address. */
  email: string
}

interface Closing {
  onClose: () => void
}

interface RowProps {
  title: string
  text: string
  /** What is changed, for people who hear the button without its row. */
  what: string
  opening: Opening
  children: ReactNode
}

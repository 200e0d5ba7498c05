import * as icons from '#src/shared/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../form/ask.ts'
import { useForm } from '../form/useForm.ts'
import { tell } from '../notices.ts'
import { Button } from '../ui/Button.tsx'
import { EmailField, PasswordField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useHandedFocus } from '../ui/useFocus.ts'
import { AccountForm } from './AccountForm.tsx'
import { Sessions } from './Sessions.tsx'
import { useProfile } from './useProfile.ts'
import { SESSIONS } from './useSessions.ts'

/** How the member is known, and where. Each form keeps what was typed until it is closed itself. */
export function Security({ current, emailAsked, onEmailAsked }: Props) {
  const { email } = useProfile()
  const [passwordAsked, setPasswordAsked] = useState(0)
  return (
    <>
      <Row title="Email" text={email} what="email" asked={emailAsked} onAsk={() => onEmailAsked(1)}>
        <EmailForm onClose={() => onEmailAsked(0)} />
      </Row>
      <Row
        title="Password"
        text="A new password ends every other session."
        what="password"
        asked={passwordAsked}
        onAsk={() => setPasswordAsked(1)}
      >
        <PasswordForm onClose={() => setPasswordAsked(0)} />
      </Row>
      <Sessions isLooking={current} />
    </>
  )
}

/** Something that stands as it is until somebody opens its form, which takes the focus and gives it back. */
function Row({ title, text, what, asked, onAsk, children }: RowProps) {
  const row = useHandedFocus<HTMLElement>(asked)
  return (
    <section ref={row} className="border-b border-line py-5 first:pt-0">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{text}</p>
        </div>
        {asked === 0 && (
          <Button look="quiet" onClick={onAsk}>
            Change<span className="sr-only"> {what}</span>
          </Button>
        )}
      </div>
      {asked > 0 && <div className="mt-4">{children}</div>}
    </section>
  )
}

/** Asks for another address. It is the member's once the link that is mailed there was opened. */
function EmailForm({ onClose }: { onClose: () => void }) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useForm({
    fields: ['newEmail', 'currentPassword'],
    rules: 'EmailChangeForm',
    send: (typed) => ask(() => actions.account.requestEmailChange(typed), 'unexpected'),
    onDone: ({ newEmail }) => setAskedFor(newEmail.trim()),
  })

  return (
    <>
      <div role="status">{askedFor !== null && <LinkSent to={askedFor} />}</div>
      {askedFor === null ? (
        <AccountForm form={form} submit="Send the link" busyText="Sending" onCancel={onClose}>
          <EmailField name="newEmail" label="New email" autoComplete="email" />
          <PasswordField name="currentPassword" label="Current password" />
        </AccountForm>
      ) : (
        <Done onDone={onClose} />
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

/** Takes the focus from the form that stood here. */
function Done({ onDone }: { onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <div className="mt-3">
      <Button ref={button} look="quiet" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

/** A new password, for whoever knows the old one. */
function PasswordForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    fields: ['currentPassword', 'newPassword'],
    rules: 'ChangePasswordForm',
    send: (typed) => ask(() => actions.account.changePassword(typed), 'unexpected'),
    onDone: () => {
      tell('success', noticeText.password_reset)
      void client.invalidateQueries({ queryKey: SESSIONS })
      onClose()
    },
  })

  return (
    <AccountForm form={form} submit="Update password" busyText="Updating" onCancel={onClose}>
      <PasswordField name="currentPassword" label="Current password" />
      <PasswordField isNew name="newPassword" label="New password" />
    </AccountForm>
  )
}

interface Props {
  /** Whether this section is the one that is shown. */
  current: boolean
  /** How often the form for another address was asked for; 0 while it is closed. */
  emailAsked: number
  onEmailAsked: (times: number) => void
}

interface RowProps {
  title: string
  text: string
  /** What is changed, for whoever hears the button without its row. */
  what: string
  /** As `emailAsked`. */
  asked: number
  onAsk: () => void
  children: ReactNode
}

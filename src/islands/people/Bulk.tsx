import { type ReactNode, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { ConfirmPasswordForm } from '#src/shared/forms.ts'
import type { PersonAction } from '#src/shared/people/notices.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { Disclosure } from '#src/ui/Section.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/problem.ts'
import { showToast } from '#src/ui/toasts.ts'
import { CompanyRoleForm } from './CompanyRoleForm.tsx'
import { PasswordForMany } from './PasswordForMany.tsx'
import { actOn, changedBy, type Person, type PersonRef } from './person.ts'

/** What can be done to those who are ticked. Who was refused stays ticked; who was approved can be undone. */
export function Bulk({ chosen, onApproved, onDone, children }: BulkProps) {
  const unconfirmed = chosen.filter(({ acts }) => acts.includes('resend_confirmation'))
  const many = chosen.length > 1 ? ` ${chosen.length}` : ''

  async function act(people: Person[], action: PersonAction, typed?: { currentPassword: string }) {
    const changed = changedBy(await actOn(people, action, typed))
    onDone(changed.map(({ id }) => id))
    return changed
  }

  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper py-2">
      {children}
      {chosen.some(({ status }) => status === 'pending') && (
        <BulkAction
          count={chosen.length}
          send={(typed) => act(chosen, 'approve', typed).then(onApproved)}
          submit={`Approve${many}`}
        />
      )}
      {unconfirmed.length > 0 && (
        <BulkAction
          count={unconfirmed.length}
          send={(typed) => act(unconfirmed, 'resend_confirmation', typed)}
          variant="quiet"
          submit={
            unconfirmed.length > 1 ? `Resend ${unconfirmed.length} confirmations` : 'Resend confirmation'
          }
        />
      )}
      {chosen.some(({ status }) => status === 'invited') && (
        <BulkAction
          count={chosen.length}
          send={(typed) => act(chosen, 'invite', typed)}
          variant="quiet"
          submit={`Invite${many} again`}
        />
      )}
      {chosen.length > 0 && <CompanyRoleForm people={chosen} />}
    </div>
  )
}

/** A button, which asks for the password first for many people, or when those of earlier requests make them many. */
function BulkAction({ count, send, variant, submit }: BulkActionProps) {
  const [isAsking, setAsking] = useState(false)
  if (count <= MAX_PEOPLE_WITHOUT_PASSWORD && !isAsking) {
    const sendUnlessRefused = () =>
      send().catch((error: unknown) => {
        if (errorCodeOf(error) !== 'password_missing') throw error
        setAsking(true)
        showToast('error', errorText.password_missing)
      })
    return <Form send={sendUnlessRefused} isRow variant={variant} submit={submit} />
  }
  return (
    <Disclosure
      label={`${submit}…`}
      schema={ConfirmPasswordForm}
      // For those who were refused and stay ticked, the button stays where the focus is.
      send={(typed) => send(typed).then(() => setAsking(true))}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submit={submit}
    >
      <PasswordForMany />
    </Disclosure>
  )
}

/** Takes decisions of one kind back. */
export function UndoDecisions({ decided, onDone }: { decided: readonly PersonRef[]; onDone: () => void }) {
  const [first] = decided
  if (!first) return null
  const [one, many] = first.status === 'denied' ? ['the denial', 'denials'] : ['the approval', 'approvals']
  return (
    <Form
      send={() => actOn(decided, 'undo').then(onDone)}
      isRow
      variant="quiet"
      submit={`Undo ${decided.length > 1 ? `${decided.length} ${many}` : one}`}
    />
  )
}

interface BulkActionProps {
  /** Of people. */
  count: number
  send: (typed?: { currentPassword: string }) => Promise<unknown>
  variant?: 'quiet'
  submit: string
}

interface BulkProps {
  chosen: Person[]
  onApproved: (approved: PersonRef[]) => void
  /** With the ids of those who were changed. */
  onDone: (changed: readonly string[]) => void
  children: ReactNode
}

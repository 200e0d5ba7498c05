import { type ReactNode, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import type { PersonAction } from '#src/shared/people/notices.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/form-error.ts'
import { showToast } from '#src/ui/toasts.ts'
import { CompanyRoleForm } from './CompanyRoleForm.tsx'
import { BulkPasswordField } from './BulkPasswordField.tsx'
import { runPersonAction, changedPeople, type Person, type NamedPerson, displayName } from './person.ts'

export function BulkActions({ selected, more, onApproved, onChanged, children }: BulkActionsProps) {
  const unconfirmed = selected.filter(({ allowedActions }) => allowedActions.includes('resend_confirmation'))
  const approvable = selected.filter(({ allowedActions }) => allowedActions.includes('approve'))
  const invited = selected.filter(({ allowedActions }) => allowedActions.includes('invite'))

  const countOf = ({ length }: Person[]) => (selected.length > 1 ? ` ${length}` : '')

  async function run(people: Person[], action: PersonAction, password?: PasswordInput) {
    const changed = changedPeople(people, await runPersonAction(people, action, password))
    onChanged(changed.map(({ id }) => id))
    return changed
  }

  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper py-2">
      {children}
      {approvable.length > 0 && (
        <BulkActionButton
          count={approvable.length}
          onSubmit={(password) => run(approvable, 'approve', password).then(onApproved)}
          label={`Approve${countOf(approvable)}`}
        />
      )}
      {unconfirmed.length > 0 && (
        <BulkActionButton
          count={unconfirmed.length}
          onSubmit={(password) => run(unconfirmed, 'resend_confirmation', password)}
          variant="quiet"
          label={`Resend${countOf(unconfirmed)} ${unconfirmed.length > 1 ? 'confirmations' : 'confirmation'}`}
        />
      )}
      {invited.length > 0 && (
        <BulkActionButton
          count={invited.length}
          onSubmit={(password) => run(invited, 'invite', password)}
          variant="quiet"
          label={`Invite${countOf(invited)} again`}
        />
      )}
      {selected.length > 0 && <CompanyRoleForm people={selected} />}
      {selected.length > 0 && more}
    </div>
  )
}

/** Asks for the password first if they are many, by themselves or with those of earlier requests. */
function BulkActionButton({ count, onSubmit, variant, label }: BulkActionButtonProps) {
  const [needsPassword, setNeedsPassword] = useState(false)
  if (count <= MAX_PEOPLE_WITHOUT_PASSWORD && !needsPassword) {
    const submitOrAskPassword = () =>
      onSubmit().catch((error: unknown) => {
        if (errorCodeOf(error) !== 'password_missing') throw error
        setNeedsPassword(true)
        showToast('error', errorText.password_missing)
      })
    return <Form onSubmit={submitOrAskPassword} isCompact variant={variant} submitLabel={label} />
  }
  return (
    <ExpandableForm
      label={`${label}…`}
      schema={OptionalPasswordForm}
      // The button keeps the focus for those who stay selected.
      onSubmit={(password) => onSubmit(password).then(() => setNeedsPassword(true))}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submitLabel={label}
    >
      <BulkPasswordField />
    </ExpandableForm>
  )
}

export function UndoDecisionsButton({ decisions, onUndone }: UndoDecisionsButtonProps) {
  const [first] = decisions
  if (!first) return null
  const [one, many] = first.status === 'denied' ? ['the denial', 'denials'] : ['the approval', 'approvals']
  return (
    <Form
      onSubmit={() => runPersonAction(decisions, 'undo').then(onUndone)}
      isCompact
      variant="quiet"
      submitLabel={`Undo ${decisions.length > 1 ? `${decisions.length} ${many}` : `${one} of ${displayName(first)}`}`}
    />
  )
}

interface PasswordInput {
  currentPassword?: string | undefined
}

interface BulkActionButtonProps {
  count: number
  onSubmit: (password?: PasswordInput) => Promise<unknown>
  variant?: 'quiet'
  label: string
}

interface BulkActionsProps {
  selected: Person[]
  /** Other forms for those selected. */
  more: ReactNode
  onApproved: (approved: NamedPerson[]) => void
  onChanged: (changed: readonly string[]) => void
  children: ReactNode
}

interface UndoDecisionsButtonProps {
  decisions: readonly NamedPerson[]
  onUndone: () => void
}

import type { ReactNode } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { isChanged } from '#src/shared/people/notices.ts'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/form-error.ts'
import { showToast } from '#src/ui/toasts.ts'
import { CompanyRoleForm } from './CompanyRoleForm.tsx'
import { BulkPasswordField, useNeedsPassword } from './BulkPasswordField.tsx'
import { runPersonAction, type Person, type NamedPerson, displayName } from './person.ts'

export function BulkActions({ selected, more, onChanged, children }: BulkActionsProps) {
  async function run(people: Person[], action: BulkAction, password?: PasswordInput) {
    const outcomes = await runPersonAction(people, action, password)
    onChanged(outcomes.filter(({ outcome }) => isChanged(outcome)).map(({ id }) => id))
  }
  return (
    <div
      role="group"
      aria-label="For those selected"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper py-2 has-[select,[type=text],[type=password]]:static max-sm:gap-x-2 max-sm:[&_button]:px-3"
    >
      {children}
      {bulkActions.map((action) => {
        // A member's denial is on their page.
        const people = selected.filter(
          ({ allowedActions, status }) =>
            allowedActions.includes(action) && (action !== 'deny' || status === 'pending'),
        )
        if (people.length === 0) return null
        return (
          <BulkActionButton
            key={action}
            count={people.length}
            onSubmit={(password) => run(people, action, password)}
            variant={action === 'approve' ? 'primary' : 'quiet'}
            label={labelOf[action](selected.length > 1 ? ` ${people.length}` : '', people.length > 1)}
          />
        )
      })}
      {selected.length > 0 && <CompanyRoleForm people={selected} />}
      {selected.length > 0 && more}
    </div>
  )
}

function BulkActionButton({ count, onSubmit, variant, label }: BulkActionButtonProps) {
  // Another tab may have used the allowance up: then the button changes, and its own error would go with it.
  const submit = () =>
    onSubmit().catch((error: unknown) => {
      if (errorCodeOf(error) === 'password_missing') showToast('error', errorText.password_missing)
      throw error
    })
  if (!useNeedsPassword(count))
    return <Form onSubmit={submit} isCompact variant={variant} submitLabel={label} />
  return (
    <ExpandableForm
      label={`${label}…`}
      schema={OptionalPasswordForm}
      onSubmit={onSubmit}
      className="grid max-w-120 gap-4 rounded-control border border-line p-4"
      submitLabel={label}
    >
      <BulkPasswordField />
    </ExpandableForm>
  )
}

export function UndoButton({ what, run }: Undo) {
  return <Form onSubmit={run} isCompact variant="quiet" submitLabel={`Undo ${what}`} />
}

/** Empty without decisions. */
export function undoDecisions(decisions: readonly NamedPerson[]): Undo[] {
  const [first] = decisions
  if (!first) return []
  const [one, many] = first.status === 'denied' ? ['the denial', 'denials'] : ['the approval', 'approvals']
  const what = decisions.length > 1 ? `${decisions.length} ${many}` : `${one} of ${displayName(first)}`
  return [{ what, run: () => runPersonAction(decisions, 'undo') }]
}

const bulkActions = ['approve', 'deny', 'resend_confirmation', 'invite'] as const

const labelOf: Record<BulkAction, (count: string, isPlural: boolean) => string> = {
  approve: (count) => `Approve${count}`,
  deny: (count) => `Deny${count}`,
  resend_confirmation: (count, isPlural) => `Resend${count} ${isPlural ? 'confirmations' : 'confirmation'}`,
  invite: (count) => `Invite${count} again`,
}

type BulkAction = (typeof bulkActions)[number]

interface PasswordInput {
  currentPassword?: string | undefined
}

interface BulkActionButtonProps {
  count: number
  onSubmit: (password?: PasswordInput) => Promise<unknown>
  variant: 'primary' | 'quiet'
  label: string
}

interface BulkActionsProps {
  selected: Person[]
  more: ReactNode
  onChanged: (changed: readonly string[]) => void
  children: ReactNode
}

export interface Undo {
  what: string
  run: () => Promise<unknown>
}

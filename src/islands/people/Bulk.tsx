import type { ReactNode } from 'react'
import { isDone } from '#src/shared/people/notices.ts'
import type { PersonAction } from '#src/shared/people/people.ts'
import { Form } from '../form/Form.tsx'
import { actOn, type Person, type Seen } from './person.ts'

/** What can be done to those who are ticked. Who was refused stays ticked; who was approved can be undone. */
export function Bulk({ chosen, onApproved, onDone, children }: BulkProps) {
  const possible = (action: PersonAction) => chosen.filter(({ acts }) => acts.includes(action))
  const unconfirmed = possible('resend_confirmation')
  const many = chosen.length > 1 ? ` ${chosen.length}` : ''

  async function act(people: Person[], action: PersonAction) {
    const outcomes = await actOn(people, action)
    onDone(outcomes.flatMap(({ id, outcome }) => (isDone(outcome) ? [id] : [])))
    return outcomes
  }

  async function approve() {
    const approved = (await act(chosen, 'approve')).filter(({ outcome }) => isDone(outcome))
    onApproved(approved.flatMap(({ id, status }) => (status ? [{ id, status }] : [])))
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {chosen.some(({ status }) => status === 'pending') && (
        <Form send={approve} isRow submit={`Approve${many}`} busyText="Approving" />
      )}
      {unconfirmed.length > 0 && (
        <Form
          send={() => act(unconfirmed, 'resend_confirmation')}
          isRow
          look="button-quiet"
          submit={
            unconfirmed.length > 1 ? `Resend ${unconfirmed.length} confirmations` : 'Resend confirmation'
          }
          busyText="Sending"
        />
      )}
      {chosen.some(({ status }) => status === 'invited') && (
        <Form
          send={() => act(chosen, 'invite')}
          isRow
          look="button-quiet"
          submit={`Invite${many} again`}
          busyText="Sending"
        />
      )}
    </div>
  )
}

/** Takes approvals back. */
export function UndoApprovals({ approved, onDone }: { approved: readonly Seen[]; onDone: () => void }) {
  if (approved.length === 0) return null
  return (
    <Form
      send={() => actOn(approved, 'undo').then(onDone)}
      isRow
      look="button-quiet"
      submit={`Undo ${approved.length > 1 ? `${approved.length} approvals` : 'the approval'}`}
      busyText="Undoing"
    />
  )
}

interface BulkProps {
  chosen: Person[]
  onApproved: (approved: Seen[]) => void
  /** With the ids of those who were changed. */
  onDone: (changed: readonly string[]) => void
  children: ReactNode
}

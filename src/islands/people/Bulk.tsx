import type { ReactNode } from 'react'
import type { PersonAction } from '#src/shared/people/notices.ts'
import { Form } from '../form/Form.tsx'
import { Describe } from './Describe.tsx'
import { actOn, changedBy, type Person, type Seen } from './person.ts'

/** What can be done to those who are ticked. Who was refused stays ticked; who was approved can be undone. */
export function Bulk({ chosen, onApproved, onDone, children }: BulkProps) {
  const unconfirmed = chosen.filter(({ acts }) => acts.includes('resend_confirmation'))
  const many = chosen.length > 1 ? ` ${chosen.length}` : ''

  async function act(people: Person[], action: PersonAction) {
    const changed = changedBy(await actOn(people, action))
    onDone(changed.map(({ id }) => id))
    return changed
  }

  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper py-2">
      {children}
      {chosen.some(({ status }) => status === 'pending') && (
        <Form send={() => act(chosen, 'approve').then(onApproved)} isRow submit={`Approve${many}`} />
      )}
      {unconfirmed.length > 0 && (
        <Form
          send={() => act(unconfirmed, 'resend_confirmation')}
          isRow
          look="button-quiet"
          submit={
            unconfirmed.length > 1 ? `Resend ${unconfirmed.length} confirmations` : 'Resend confirmation'
          }
        />
      )}
      {chosen.some(({ status }) => status === 'invited') && (
        <Form send={() => act(chosen, 'invite')} isRow look="button-quiet" submit={`Invite${many} again`} />
      )}
      {chosen.length > 0 && <Describe people={chosen} />}
    </div>
  )
}

/** Takes decisions of one kind back. */
export function UndoDecisions({ decided, onDone }: { decided: readonly Seen[]; onDone: () => void }) {
  const [first] = decided
  if (!first) return null
  const [one, many] = first.status === 'denied' ? ['the denial', 'denials'] : ['the approval', 'approvals']
  return (
    <Form
      send={() => actOn(decided, 'undo').then(onDone)}
      isRow
      look="button-quiet"
      submit={`Undo ${decided.length > 1 ? `${decided.length} ${many}` : one}`}
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

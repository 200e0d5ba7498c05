import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '#src/lib/query-client.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import type { Group } from '#src/shared/people/groups.ts'
import { describeList, type ParsedList, type Row } from '#src/shared/people/describe-list.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { GroupSelect } from './GroupForms.tsx'
import { InviteResults, type InviteResult } from './InviteResults.tsx'
import { CorrectionsForm } from './CorrectionsForm.tsx'
import { BulkPasswordField, useNeedsPassword } from './BulkPasswordField.tsx'
import { changesSomething, sendInvitations } from './useInvitation.ts'

export function InvitePreview({
  list,
  results,
  groups,
  onEdit,
  onCorrect,
  onInvited,
  onCancel,
}: InvitePreviewProps) {
  const [editedList, setEditedList] = useState<ParsedList>()
  const isEdited = editedList === list
  const needsPassword = useNeedsPassword(list.people.length)
  const count = results.filter(changesSomething).length
  const firstInvited = results.find(({ outcome }) => outcome === 'invited' || outcome === 'invited again')
  const noGroupText = list.groups ? 'Their groups in the list' : 'No group'
  const canInvite = count > 0 && !isEdited
  const right = count === 1 ? 'the 1 that is right' : `the ${count} that are right`

  return (
    <>
      <p className="mt-4 wrap-anywhere">{describeList(list)}</p>
      {list.mistakes.length > 0 && (
        <CorrectionsForm
          list={list}
          isEdited={isEdited}
          onEdit={(rows) => {
            setEditedList(list)
            onEdit(rows)
          }}
          onSubmit={onCorrect}
        />
      )}
      <InviteResults results={results} groups={groups} />
      {firstInvited && <InvitationEmail person={firstInvited} />}
      {/* Stays during a correction, with the password that was typed before. */}
      <Form
        schema={InvitationForm}
        onSubmit={async (values) => onInvited(await sendInvitations(list, false, values), list)}
        className={canInvite ? 'mt-6 grid max-w-120 gap-4' : 'hidden'}
        isCompact
        submitLabel={`Invite ${list.mistakes.length > 0 ? right : count}`}
        cancelLabel="Edit the list"
        onCancel={onCancel}
      >
        {groups.length > 0 && (
          <GroupSelect name="group" label="Add everyone to" empty={noGroupText} groups={groups} />
        )}
        {needsPassword && <BulkPasswordField />}
      </Form>
      {!canInvite && (
        <Button variant="quiet" className="mt-6" onClick={onCancel}>
          Edit the list
        </Button>
      )}
    </>
  )
}

const InvitationForm = z.extend(OptionalPasswordForm, { group: z.optional(z.string()) })

function InvitationEmail({ person: { email, name, company } }: { person: InviteResult }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = { email, name, company }
  const { data, error } = useQuery(
    {
      queryKey: ['invitation', query],
      queryFn: () => actions.people.previewInvitation.orThrow(query),
      enabled: isOpen,
    },
    queryClient,
  )
  return (
    <details className="mt-5" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-11 content-center font-medium wrap-anywhere">
        {`The email to ${name ?? email}`}
      </summary>
      <ErrorAlert error={error} />
      {data && (
        <div className="rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere">
          <p className="font-semibold">{`Subject: ${data.subject}`}</p>
          <p className="mt-2 whitespace-pre-line">{data.text}</p>
        </div>
      )}
    </details>
  )
}

interface InvitePreviewProps {
  list: ParsedList
  results: InviteResult[]
  groups: readonly Group[]
  onEdit: (rows: Row[]) => void
  onCorrect: (rows: Row[]) => Promise<void>
  onInvited: (results: InviteResult[], list: ParsedList) => void
  onCancel: () => void
}

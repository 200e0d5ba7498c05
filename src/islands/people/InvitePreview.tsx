import { actions } from 'astro:actions'
import { useState } from 'react'
import * as z from 'zod/mini'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import type { Group } from '#src/shared/people/groups.ts'
import { describeList, type ParsedList, type Row } from '#src/shared/people/parsed-list.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/form-error.ts'
import { GroupSelect } from './GroupSelect.tsx'
import { InviteResults, type InviteResult } from './InviteResults.tsx'
import { InvitationEmail } from './InvitationEmail.tsx'
import { CorrectionsForm } from './CorrectionsForm.tsx'
import { BulkPasswordField } from './BulkPasswordField.tsx'

export function InvitePreview({
  list,
  results,
  groups,
  isEncodingGuessed,
  onEdit,
  onCorrect,
  onInvited,
  onCancel,
}: InvitePreviewProps) {
  const [corrected, setCorrected] = useState<Row[] | null>(null)
  const count = results.filter(changesSomething).length
  const editList = { cancelLabel: 'Edit the list', onCancel }
  const firstInvited = results.find(({ outcome }) => outcome === 'invited' || outcome === 'invited again')

  function edit(rows: Row[]) {
    setCorrected(rows)
    onEdit(rows)
  }

  async function checkCorrections(rows: Row[]) {
    await onCorrect(rows)
    setCorrected(null)
  }

  return (
    <>
      <p className="mt-4 wrap-anywhere">{describeList(list, isEncodingGuessed)}</p>
      {list.mistakes.length > 0 && <CorrectionsForm list={list} onEdit={edit} onSubmit={checkCorrections} />}
      <InviteResults results={results} groups={groups} when="before" />
      {firstInvited && <InvitationEmail person={firstInvited} />}
      {corrected && (
        <Form
          onSubmit={() => checkCorrections(corrected)}
          className="mt-6"
          isCompact
          submitLabel="Check the corrections"
          {...editList}
        />
      )}
      {!corrected && count === 0 && (
        <Button variant="quiet" className="mt-6" onClick={onCancel}>
          {editList.cancelLabel}
        </Button>
      )}
      <InviteForm
        list={list}
        groups={groups}
        count={count}
        isHidden={corrected !== null}
        onInvited={onInvited}
        {...editList}
      />
    </>
  )
}

/** Stays during a correction, with the password that was typed before. */
function InviteForm({ list, groups, count, isHidden, onInvited, ...editList }: InviteFormProps) {
  const [isPasswordRequired, setIsPasswordRequired] = useState(false)
  const needsPassword = isPasswordRequired || list.people.length > MAX_PEOPLE_WITHOUT_PASSWORD
  const invitees = list.mistakes.length > 0 ? `the ${count} that ${count === 1 ? 'is' : 'are'} right` : count

  async function submit(values: unknown) {
    try {
      onInvited(await sendInvitations(list, false, values as object), list)
    } catch (error) {
      // With the people of earlier requests, there are too many without it.
      if (errorCodeOf(error) === 'password_missing') setIsPasswordRequired(true)
      throw error
    }
  }

  return (
    <Form
      schema={InvitationForm}
      onSubmit={submit}
      className={isHidden || count === 0 ? 'hidden' : 'mt-6 grid max-w-120 gap-4'}
      isCompact
      submitLabel={`Invite ${invitees}`}
      {...editList}
    >
      <EveryonesGroup list={list} groups={groups} />
      {needsPassword && <BulkPasswordField />}
    </Form>
  )
}

const InvitationForm = z.extend(OptionalPasswordForm, { group: z.optional(z.string()) })

function EveryonesGroup({ list, groups }: Pick<InvitePreviewProps, 'list' | 'groups'>) {
  const empty = list.groups ? 'Their groups in the list' : 'No group'
  return (
    groups.length > 0 && <GroupSelect name="group" label="Add everyone to" empty={empty} groups={groups} />
  )
}

/** @param isDryRun returns what would happen, and changes nothing. */
export async function sendInvitations(
  list: ParsedList,
  isDryRun: boolean,
  // The group of everyone, beside those of the list.
  { group = '', ...password }: { group?: string; currentPassword?: string } = {},
): Promise<InviteResult[]> {
  const people = list.people.map(({ email, name, company, role, groups }) => ({
    email,
    name,
    company,
    role,
    groups: [...new Set([...groups, group])].filter(Boolean),
  }))
  const results = await actions.people.invite.orThrow({ people, isDryRun, ...password })
  const invitees = new Map(people.map((person) => [person.email as string, person]))
  return results.map((result) => {
    const { company = null, role = null, groups = [] } = invitees.get(result.email) ?? {}
    return { ...result, company, role, groups }
  })
}

export function changesSomething({ outcome }: InviteResult): boolean {
  return outcome !== 'already a member' && outcome !== 'still denied'
}

interface InvitePreviewProps {
  list: ParsedList
  results: InviteResult[]
  groups: readonly Group[]
  isEncodingGuessed: boolean
  onEdit: (rows: Row[]) => void
  onCorrect: (rows: Row[]) => Promise<void>
  onInvited: (results: InviteResult[], list: ParsedList) => void
  onCancel: () => void
}

interface InviteFormProps extends Pick<InvitePreviewProps, 'list' | 'groups' | 'onInvited' | 'onCancel'> {
  count: number
  isHidden: boolean
  cancelLabel: string
}

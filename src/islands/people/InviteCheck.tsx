import { actions } from 'astro:actions'
import { useState } from 'react'
import { describeList, type ParsedList, type Row } from '#src/shared/people/parsed-list.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/problem.ts'
import { InviteResults, type InviteResult } from './InviteResults.tsx'
import { CorrectionsForm } from './CorrectionsForm.tsx'
import { PasswordForMany } from './PasswordForMany.tsx'

/** What was read and what would happen. 'Invite' waits while corrections are typed and not checked, which it would leave out. */
export function InviteCheck({
  list,
  results,
  isGuessed,
  onCorrected,
  onInvited,
  onCancel,
}: InviteCheckProps) {
  const [isCorrecting, setCorrecting] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const asksPassword = isRefused || list.people.length > MAX_PEOPLE_WITHOUT_PASSWORD
  const count = results.filter(isChange).length
  const isPart = list.mistakes.length > 0
  const invited = isPart ? `the ${count} that ${count === 1 ? 'is' : 'are'} right` : count

  async function check(rows: Row[]) {
    await onCorrected(rows)
    setCorrecting(false)
  }

  async function send(typed: unknown) {
    try {
      onInvited(await invite(list, false, typed as object))
    } catch (error) {
      // Those of earlier requests count, too.
      if (errorCodeOf(error) === 'password_missing') setRefused(true)
      throw error
    }
  }

  return (
    <>
      <p className="mt-4 wrap-anywhere">{describeList(list, isGuessed)}</p>
      {isPart && <CorrectionsForm list={list} onTyped={() => setCorrecting(true)} onCorrected={check} />}
      <InviteResults results={results} when="before" />
      <Form
        send={send}
        className="mt-6 grid max-w-120 gap-4"
        isRow
        submit={isCorrecting ? 'Check the corrections first' : `Invite ${invited}`}
        disabled={isCorrecting || count === 0}
        cancel={isCorrecting ? 'Cancel' : 'Edit the list'}
        onCancel={onCancel}
      >
        {asksPassword && count > 0 && !isCorrecting && <PasswordForMany />}
      </Form>
    </>
  )
}

/** @param more the password, where it is asked for. */
export async function invite(list: ParsedList, isTrial: boolean, more = {}): Promise<InviteResult[]> {
  const people = list.people.map(({ email, name, company }) => ({ email, name, company }))
  const results = await actions.people.invite.orThrow({ people, isTrial, ...more })
  const companies = new Map(people.map(({ email, company }) => [email as string, company]))
  return results.map((result) => ({ ...result, company: companies.get(result.email) ?? null }))
}

export function isChange({ outcome }: InviteResult): boolean {
  return outcome !== 'already a member' && outcome !== 'still denied'
}

interface InviteCheckProps {
  list: ParsedList
  results: InviteResult[]
  isGuessed: boolean
  onCorrected: (rows: Row[]) => Promise<void>
  onInvited: (results: InviteResult[]) => void
  onCancel: () => void
}

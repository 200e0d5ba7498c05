import { actions } from 'astro:actions'
import { useState } from 'react'
import { dueNotice } from '#src/shared/people/notices.ts'
import { Section } from '#src/ui/Section.tsx'
import { ConfirmAction } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'
import type { DueData } from './deadline-rows.ts'
import { displayName } from './person.ts'
import { personHref } from './people-url.ts'

/**
 * Submissions from people who aren't members, and from unknown addresses. An administrator can match an address with a member, for
 * later submissions as well, until the member's page removes it.
 */
export function UnmatchedSubmissions({ due }: { due: DueData }) {
  const { unmatched, nonMembers, people, starts } = due
  const titleOf = (event: string) => starts.find((start) => start.event === event)?.title ?? event
  const senders = [...new Set(unmatched.map(({ email }) => email))]
  const heading = useRestoreFocus<HTMLHeadingElement>(senders.length)
  if (senders.length + nonMembers.length === 0) return null
  return (
    <section aria-labelledby="unmatched">
      <h2 ref={heading} tabIndex={-1} id="unmatched" className="mt-8 mb-4 text-lg outline-none">
        Not matched
      </h2>
      {unmatched.length >= MAX_STORED && (
        <p className="mb-4 max-w-prose text-sm text-danger">
          1,000 forms are waiting here. No other is kept until you have settled some.
        </p>
      )}
      {senders.slice(0, MAX_SHOWN).map((email) => (
        <UnmatchedSender
          key={email}
          email={email}
          submissions={unmatched
            .filter((each) => each.email === email)
            .map(({ event, at }) => `${titleOf(event)}, ${timeAgo(at)}`)}
          people={people}
        />
      ))}
      {senders.length > MAX_SHOWN && (
        <p className="py-5 text-sm text-ink-soft">{`${senders.length - MAX_SHOWN} more follow when these are settled.`}</p>
      )}
      {nonMembers.map((submission) => (
        <Section
          key={`${submission.id} ${submission.event} ${submission.day}`}
          title={submission.email}
          text={`${titleOf(submission.event)}, ${timeAgo(submission.at)} · ${statusText[submission.status]}`}
          action={
            <a href={personHref(submission)} className="button-quiet">
              Open<span className="sr-only">{` ${submission.email}`}</span>
            </a>
          }
        />
      ))}
    </section>
  )
}

/** Nobody is selected at first, because a hasty press would count the form for somebody else. */
function UnmatchedSender({ email, submissions, people }: UnmatchedSenderProps) {
  const [userId, setUserId] = useState('')
  const person = people.find((each) => each.id === userId)
  const hasSeveralAddresses = email.includes(',')
  return (
    <Section
      title={email}
      text={[...submissions, ...(hasSeveralAddresses ? [SEVERAL_ADDRESSES_HINT] : [])].join(' · ')}
      action={
        <ConfirmAction
          label="Forget…"
          srSuffix={`what ${email} sent`}
          question={`Forget what ${email} sent?`}
          confirmLabel="Forget"
          onConfirm={() => matchSender(email)}
        />
      }
    >
      {people.length > 0 && (
        <Form
          onSubmit={() => matchSender(email, person)}
          isCompact
          variant="quiet"
          submitLabel="It’s them"
          srSuffix={email}
          disabled={!person}
          className="grid gap-2 sm:flex"
        >
          <select
            aria-label={`Who ${email} is`}
            className="field min-w-0 sm:max-w-80"
            value={userId}
            onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          >
            <option value="">Choose who it is</option>
            {people.map((each) => (
              <option key={each.id} value={each.id}>
                {displayName(each)}
              </option>
            ))}
          </select>
        </Form>
      )}
    </Section>
  )
}

export function EmailAliases({ userId, emails }: { userId: string; emails: readonly string[] }) {
  return emails.map((email) => (
    <Section
      key={email}
      title="Also sends from"
      text={email}
      action={
        <ConfirmAction
          label="Remove…"
          srSuffix={email}
          question={`Remove ${email}? What it sent in the last 90 days no longer counts, and is “Not matched” again.`}
          confirmLabel="Remove"
          onConfirm={() => unmatchSender(email, userId)}
        />
      }
    />
  ))
}

async function matchSender(email: string, person?: MemberName) {
  await actions.due.match.orThrow({ email, id: person?.id ?? null })
  const { sender_matched, sender_forgotten } = dueNotice
  showToast('success', person ? sender_matched(email, displayName(person)) : sender_forgotten, email)
  await queryClient.invalidateQueries({ queryKey: ['due'] })
}

async function unmatchSender(email: string, userId: string) {
  await actions.due.unmatch.orThrow({ email, id: userId })
  showToast('success', dueNotice.sender_unmatched, email)
  await queryClient.invalidateQueries({ queryKey: ['due'] })
  await queryClient.invalidateQueries({ queryKey: ['people'] })
}

/** The limit of record_submission in SQL. */
const MAX_STORED = 1000
/** Each has a select with every member. */
const MAX_SHOWN = 50

const SEVERAL_ADDRESSES_HINT =
  'Nothing says which of them has sent it: name that question “Email” in the form.'

const statusText = {
  pending: 'Waits for approval. It counts once you approve them.',
  invited: 'Invited. It counts, and they haven’t joined yet.',
  approved: '',
  denied: 'Denied.',
}

type MemberName = DueData['people'][number]

interface UnmatchedSenderProps {
  email: string
  submissions: readonly string[]
  people: readonly MemberName[]
}

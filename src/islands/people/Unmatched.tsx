import { actions } from 'astro:actions'
import { useState } from 'react'
import { dueNotice } from '#src/shared/people/notices.ts'
import { Disclosure, Section, useFocusAfter } from '#src/ui/Section.tsx'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'
import type { Due } from './due.ts'
import { nameOf } from './person.ts'
import { useUndoWindow } from './useUndoWindow.ts'
import { linkToPerson } from './view.ts'

/**
 * Forms of people who aren't members, or from addresses without one. Once an administrator says whose an address is, later forms
 * count as well. For a minute, that can be undone here, afterwards on the person's page.
 */
export function Unmatched({ due }: { due: Due }) {
  const { unmatched, outsiders, people, starts } = due
  const [matched, setMatched] = useUndoWindow<Match>()
  const titleOf = (event: string) => starts.find((start) => start.event === event)?.title ?? event
  const senders = [...new Set(unmatched.map(({ email }) => email))]
  const heading = useFocusAfter<HTMLHeadingElement>(senders.length, matched.length)
  if (senders.length + outsiders.length + matched.length === 0) return null
  return (
    <section aria-labelledby="unmatched">
      <h2 ref={heading} tabIndex={-1} id="unmatched" className="mt-8 mb-4 text-lg outline-none">
        Not matched
      </h2>
      {unmatched.length >= MOST_KEPT && (
        <p className="mb-4 max-w-prose text-sm text-danger">
          1,000 forms are waiting here. No other is kept until you have settled some.
        </p>
      )}
      {matched.map((match) => (
        <Matched
          key={`matched ${match.email}`}
          {...match}
          onUndone={() => setMatched((all) => all.filter((each) => each !== match))}
        />
      ))}
      {senders.slice(0, MOST_SHOWN).map((email) => (
        <Sender
          key={email}
          email={email}
          forms={unmatched
            .filter((each) => each.email === email)
            .map(({ event, at }) => `${titleOf(event)}, ${timeAgo(at)}`)}
          people={people}
          onMatched={(person) => setMatched((all) => [...all, { email, person }])}
        />
      ))}
      {senders.length > MOST_SHOWN && (
        <p className="py-5 text-sm text-ink-soft">{`${senders.length - MOST_SHOWN} more follow when these are settled.`}</p>
      )}
      {outsiders.map((form) => (
        <Section
          key={`${form.id} ${form.event} ${form.day}`}
          title={form.email}
          text={`${titleOf(form.event)}, ${timeAgo(form.at)} · ${statusText[form.status]}`}
          action={
            <a href={linkToPerson(form)} className="button-quiet">
              Open<span className="sr-only">{` ${form.email}`}</span>
            </a>
          }
        />
      ))}
    </section>
  )
}

/** Nobody is chosen before: whoever pressed too early would tick for somebody else. */
function Sender({ email, forms, people, onMatched }: SenderProps) {
  const [id, setId] = useState('')
  const person = people.find((each) => each.id === id)
  const isSeveral = email.includes(',')
  return (
    <Section
      title={email}
      text={[...forms, ...(isSeveral ? [UNCLEAR] : [])].join(' · ')}
      action={
        <Disclosure
          label="Forget…"
          srSuffix={`what ${email} sent`}
          question={`Forget what ${email} sent?`}
          submit="Forget"
          send={() => match(email, null)}
        />
      }
    >
      {people.length > 0 && (
        <Form
          send={async () => {
            await match(email, id)
            if (person) onMatched(person)
          }}
          isRow
          variant="quiet"
          submit="It’s them"
          srSuffix={email}
          disabled={!person}
          className="grid gap-2 sm:flex"
        >
          <select
            aria-label={`Who ${email} is`}
            className="field min-w-0 sm:max-w-80"
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
          >
            <option value="">Choose who it is</option>
            {people.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </Form>
      )}
    </Section>
  )
}

/** For a minute, with a way back. */
function Matched({ email, person, onUndone }: Match & { onUndone: () => void }) {
  return (
    <Section
      title={email}
      text={`Matched with ${nameOf(person)}.`}
      action={
        <Form
          send={() => unmatch(email, person.id).then(onUndone)}
          isRow
          variant="quiet"
          submit="Undo"
          srSuffix={`that ${email} is ${nameOf(person)}`}
        />
      }
    />
  )
}

/** The other addresses from which a person sends forms, as an administrator has said. */
export function Senders({ id, senders }: { id: string; senders: readonly string[] }) {
  return senders.map((email) => (
    <Section
      key={email}
      title="Also sends from"
      text={email}
      action={
        <Disclosure
          label="Remove…"
          srSuffix={email}
          question={`Remove ${email}? What it sent in the last 90 days no longer counts, and is “Not matched” again.`}
          submit="Remove"
          send={() => unmatch(email, id)}
        />
      }
    />
  ))
}

async function match(email: string, id: string | null) {
  await actions.due.match.orThrow({ email, id })
  showToast('success', id === null ? dueNotice.sender_forgotten : dueNotice.sender_matched, email)
  await queryClient.invalidateQueries({ queryKey: ['due'] })
}

async function unmatch(email: string, id: string) {
  await actions.due.unmatch.orThrow({ email, id })
  showToast('success', dueNotice.sender_unmatched, email)
  await queryClient.invalidateQueries({ queryKey: ['due'] })
  await queryClient.invalidateQueries({ queryKey: ['people'] })
}

/** As in record_submission. */
const MOST_KEPT = 1000
/** Each has a list of everybody. */
const MOST_SHOWN = 50

const UNCLEAR = 'Nothing says which of them has sent it: name that question “Email” in the form.'

const statusText = {
  pending: 'Waits for approval. It counts once you approve them.',
  invited: 'Invited. It counts, and they haven’t joined yet.',
  approved: '',
  denied: 'Denied.',
}

interface Match {
  email: string
  person: Due['people'][number]
}

interface SenderProps {
  email: string
  forms: readonly string[]
  people: Due['people']
  onMatched: (person: Due['people'][number]) => void
}

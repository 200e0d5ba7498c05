import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { ConfirmPasswordForm, ReasonForm } from '#src/shared/forms.ts'
import { messageTitles, refusalText } from '#src/shared/people/notices.ts'
import { CurrentPassword, Disclosure, Section, useFocusAfter } from '#src/ui/Section.tsx'
import { Form } from '#src/ui/Form.tsx'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Field } from '#src/ui/Field.tsx'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'
import { useStore } from '@nanostores/react'
import { $viewer } from '#src/lib/viewer.ts'
import { CompanyRoleForm } from './CompanyRoleForm.tsx'
import { decisionsFor, mayBeStranger, type AvailableAction, settingsFor } from './person-actions.ts'
import { actOn, factsOf, nameOf, type PersonWithRecord, warningsOf } from './person.ts'
import { Senders } from './Unmatched.tsx'
import { useTitle } from './useTitle.ts'

/** One person: what is known, the decision, everything else an administrator can do, and the record. */
export function PersonPage({ id }: { id: string }) {
  const { data, failureReason: error } = usePerson(id)
  const problem = error ? problemOf(error, 'unexpected') : noProblem
  // Whoever is gone has no buttons, unlike whoever could not be read again.
  const person = problem.code === 'NOT_FOUND' ? undefined : data
  const heading = useFocusAfter<HTMLHeadingElement>(person)
  useTitle(person && nameOf(person))
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-3 text-subheading wrap-anywhere outline-none lg:text-heading"
      >
        {person ? nameOf(person) : error ? 'Not shown' : 'Loading…'}
      </h1>
      <div className="mt-3">
        <Alert {...problem} />
      </div>
      {person && (
        <>
          <p className="wrap-anywhere text-ink-soft">{person.fullName && person.email}</p>
          <p className="mt-1 text-ink-soft">
            {factsOf(person)
              .filter(({ value }) => value !== null)
              .map(({ label, value }) => `${label} ${value}`)
              .join(' · ')}
          </p>
          <p className="mt-1 text-danger">{warningsOf(person)}</p>
          <Decision person={person} />
          <Settings person={person} />
          <Rows
            title="Decisions"
            rows={person.decisions.map(({ at, to_status, actor, reason, is_undo }) => ({
              what: is_undo ? `Undone: ${to_status}` : to_status,
              at,
              text: [`by ${actor}`, reason].filter(Boolean).join(': '),
            }))}
          />
          <Rows
            title="Messages"
            rows={person.messages.map(({ at, kind, state, last_error }) => ({
              what: messageTitles[kind] ?? kind,
              at,
              text: [state === 'skipped' ? 'not sent' : state, last_error].filter(Boolean).join(': '),
            }))}
          />
        </>
      )}
    </>
  )
}

function usePerson(id: string) {
  return useQuery(
    {
      queryKey: ['people', id],
      queryFn: () => actions.people.read.orThrow({ id }),
      retry: false,
      // Until the email leaves.
      refetchInterval: ({ state }) => (state.data?.acts.includes('undo') ? 10_000 : false),
    },
    queryClient,
  )
}

/** Buttons decide, because mail scanners open links. */
function Decision({ person }: { person: PersonWithRecord }) {
  const { status, undo } = person
  return (
    <section aria-label="Decision" className="mt-5">
      {undo && (
        <p className="mb-3 rounded-control bg-success-wash px-3.5 py-3 text-sm wrap-anywhere">
          {`${nameOf(person)} ${decided[status]}. ${undo === 'none' ? toldNothing : toldInAMinute}`}
        </p>
      )}
      {mayBeStranger(person) && (
        <p className="mb-3 rounded-control bg-danger-wash px-3.5 py-3 text-sm">{refusalText.unconfirmed}</p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {decisionsFor(person).map((decision) => (
          <ActionButton key={decision.action} person={person} {...decision} />
        ))}
      </div>
    </section>
  )
}

function Settings({ person }: { person: PersonWithRecord }) {
  return (
    <>
      <h2 className="mt-8 mb-4 text-lg">Account</h2>
      <Section
        title="Company and role"
        text={[person.company, person.role].filter(Boolean).join(' · ') || 'Members find each other by them.'}
        action={<CompanyRoleForm people={[person]} />}
      />
      <Senders {...person} />
      {settingsFor(person).map(({ title, text, choices: [choice] }) => (
        <Section
          key={title}
          title={title}
          text={text}
          action={choice && <ActionButton person={person} {...choice} />}
        />
      ))}
    </>
  )
}

/** A button, or one that asks for a reason or the administrator's own password first. */
function ActionButton({
  person,
  action,
  label,
  asks,
  isFirst = false,
}: AvailableAction & { person: PersonWithRecord }) {
  const viewer = useStore($viewer)
  const act = (typed?: Parameters<typeof actOn>[2]) => actOn([person], action, typed, '?status=invited')
  if (!asks) {
    return <Form send={() => act()} isRow variant={isFirst ? 'primary' : 'quiet'} submit={label} />
  }
  return (
    <Disclosure
      label={`${label}…`}
      schema={asks === 'reason' ? ReasonForm : ConfirmPasswordForm}
      send={act}
      className={`grid gap-4 rounded-control border p-4 ${action === 'keep' ? 'border-line' : 'border-danger-soft'}`}
      variant={action === 'keep' ? 'primary' : 'danger'}
      submit={label}
    >
      {asks === 'reason' ? (
        <Field name="reason" label="Reason" optional hint="Only your team sees this." />
      ) : (
        <CurrentPassword email={viewer?.email ?? ''} label="Your password" hint="To confirm it’s you." />
      )}
    </Disclosure>
  )
}

function Rows({ title, rows }: { title: string; rows: { what: string; at: Date; text: string }[] }) {
  return (
    <section>
      <h2 className="mt-8 text-lg">{title}</h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {rows.length === 0 && <li className="text-ink-soft">None.</li>}
        {rows.map(({ what, at, text }, n) => (
          <li key={n} className="py-2.5 wrap-anywhere">
            <p className="font-medium first-letter:uppercase">{what}</p>
            <p className="text-ink-soft">{`${timeAgo(at)} · ${text}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const decided = {
  approved: 'can sign in now',
  denied: 'was denied',
  invited: 'is invited',
  pending: 'is waiting again',
}

const toldInAMinute = 'We’ll email them a minute after your decision. Until then, you can undo this.'
const toldNothing = 'We don’t email them about it. For a minute, you can undo this.'

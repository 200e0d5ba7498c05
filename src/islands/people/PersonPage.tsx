import { useQuery } from '@tanstack/react-query'
import { ProofForm, ReasonForm } from '#src/shared/forms.ts'
import { CurrentPassword, Disclosure, Section, useFocusAfter } from '../account/Section.tsx'
import { Form } from '../form/Form.tsx'
import { noProblem, problemOf, resendConfirmation } from '../form/problem.ts'
import { Alert } from '../ui/Alert.tsx'
import { Field } from '../ui/Field.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { useViewer } from '../viewer.tsx'
import { type Offer, offersFor } from './offers.ts'
import {
  actOn,
  factsOf,
  linkTo,
  listOptions,
  nameOf,
  personOptions,
  type PersonWithRecord,
  type Programme,
  warningsOf,
} from './person.ts'

/** One person: what is known, the decision, everything else an administrator can do, and the record. */
export function PersonPage({ id, cohort, videos }: Programme & { id: string }) {
  const { data: person, error } = useQuery(personOptions({ id, cohort }))
  const heading = useFocusAfter<HTMLHeadingElement>(person)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl wrap-anywhere outline-none">
        {person ? nameOf(person) : error ? 'Nobody to show' : 'Loading…'}
      </h2>
      <div className="mt-3">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      {person && (
        <>
          <p className="wrap-anywhere text-ink-soft">{person.fullName && person.email}</p>
          <p className="mt-1 text-ink-soft">{factsOf(person, videos)}</p>
          <p className="mt-1 text-ember">{warningsOf(person)}</p>
          <Decision person={person} cohort={cohort} />
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
              what: kind.replaceAll('_', ' '),
              at,
              text: [state, last_error].filter(Boolean).join(': '),
            }))}
          />
        </>
      )}
    </>
  )
}

/** Buttons decide, because mail scanners open links. */
function Decision({ person, cohort }: { person: PersonWithRecord; cohort: string }) {
  const { status, emailConfirmed, canUndo } = person
  const { data } = useQuery(listOptions({ status: 'pending', search: '', cohort }))
  const next = data?.people.find(({ id }) => id !== person.id)
  const mayBeStranger = status === 'pending' && !emailConfirmed
  return (
    <section aria-label="Decision" className="mt-5">
      {canUndo && (
        <p className="mb-3 rounded-control bg-kukui-wash px-3.5 py-3 text-sm">
          {`${nameOf(person)} ${outcomes[status]}. We’ll email them a minute after your decision. Until then, you can undo this.`}
        </p>
      )}
      {mayBeStranger && (
        <p className="mb-3 rounded-control bg-ember-wash px-3.5 py-3 text-sm">
          They haven’t confirmed this address yet, so it may belong to someone else.
        </p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {mayBeStranger && (
          <Form
            send={() => resendConfirmation(person)}
            isRow
            className="grid"
            look="button-quiet"
            submit="Resend confirmation"
            busyText="Sending"
          />
        )}
        {offersFor(person).map(
          (offer) => !offer.about && <Act key={offer.action} person={person} {...offer} />,
        )}
        {status !== 'pending' && next && (
          <a href={linkTo(next)} className="button-quiet">
            {`Next: ${data?.counts.pending} waiting`}
          </a>
        )}
      </div>
    </section>
  )
}

function Settings({ person }: { person: PersonWithRecord }) {
  return (
    <>
      <h3 className="mt-8 mb-4 font-display text-lg">Account</h3>
      {offersFor(person).map((offer) => {
        const [title, text] = offer.about ?? []
        return (
          title && (
            <Section key={title} title={title} text={text ?? ''} action={<Act person={person} {...offer} />}>
              {offer.action === 'end_sessions' && (
                <ul className="grid gap-1 text-sm text-ink-soft">
                  {person.sessions.map(({ device, last_seen_at }) => (
                    <li key={last_seen_at.getTime()}>
                      {`${[device.browser, device.system].filter(Boolean).join(' on ') || 'Unknown device'} · Active ${timeAgo(last_seen_at)}`}
                    </li>
                  ))}
                </ul>
              )}
            </Section>
          )
        )
      })}
    </>
  )
}

/** A button, or one that asks for a reason or the administrator's own password first. */
function Act({ person, action, label, asks, isFirst = false }: Offer & { person: PersonWithRecord }) {
  const viewer = useViewer()
  if (!asks) {
    return (
      <Form
        send={() => actOn([person], action)}
        isRow
        className="grid"
        look={isFirst ? 'button-primary' : 'button-quiet'}
        submit={label}
        busyText={label}
      />
    )
  }
  return (
    <Disclosure label={`${label}…`}>
      {(close) => (
        <Form
          rules={asks === 'reason' ? ReasonForm : ProofForm}
          send={(typed) => actOn([person], action, typed).then(close)}
          className="grid gap-4 rounded-control border border-ember-soft p-4"
          isRow
          look="button-danger"
          submit={asks === 'reason' ? `${label} ${nameOf(person)}` : label}
          busyText={label}
          onCancel={close}
        >
          {asks === 'reason' ? (
            <Field name="reason" label="Reason" optional hint="Only your team sees this." />
          ) : (
            <CurrentPassword email={viewer?.email ?? ''} label="Your password" hint="To confirm it’s you." />
          )}
        </Form>
      )}
    </Disclosure>
  )
}

function Rows({ title, rows }: { title: string; rows: { what: string; at: Date; text: string }[] }) {
  return (
    <section>
      <h3 className="mt-8 font-display text-lg">{title}</h3>
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

const outcomes = {
  approved: 'can sign in now',
  denied: 'was denied',
  invited: 'was invited',
  pending: 'is waiting again',
}

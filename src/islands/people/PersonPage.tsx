import { useQuery } from '@tanstack/react-query'
import { ProofForm, ReasonForm } from '#src/shared/forms.ts'
import { PEOPLE_PATH } from '#src/shared/paths.ts'
import type { PersonAction } from '#src/shared/people/people.ts'
import { Confirm, CurrentPassword, Disclosure, Section, useFocusAfter } from '../account/Section.tsx'
import { Form } from '../form/Form.tsx'
import { noProblem, problemOf, resendConfirmation } from '../form/problem.ts'
import { Alert } from '../ui/Alert.tsx'
import { Field } from '../ui/Field.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { useViewer } from '../viewer.tsx'
import type { Programme } from './People.tsx'
import {
  actOn,
  factsOf,
  linkTo,
  listOptions,
  nameOf,
  personOptions,
  type PersonWithRecord,
  warningsOf,
} from './person.ts'
import { Record } from './Record.tsx'

/** One person: what is known, the decision, everything else an administrator can do, and the record. */
export function PersonPage({ id, cohort, videos }: Programme & { id: string }) {
  const { data: person, error } = useQuery(personOptions({ id, cohort }))
  const heading = useFocusAfter<HTMLHeadingElement>(person)
  return (
    <div className="max-w-180">
      <a href={PEOPLE_PATH} className="text-sm text-link">
        See who’s waiting
      </a>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-xl wrap-anywhere outline-none lg:text-2xl">
        {person ? nameOf(person) : error ? 'Nobody to show' : 'Loading…'}
      </h1>
      <div className="mt-3">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      {person && (
        <>
          <p className="wrap-anywhere text-ink-soft">{person.fullName && person.email}</p>
          <p className="mt-1 text-ink-soft">{factsOf(person, videos)}</p>
          {warningsOf(person) && <p className="mt-1 text-ember">{warningsOf(person)}</p>}
          <Decision key={person.status} person={person} cohort={cohort} />
          <Settings person={person} />
          <Record person={person} />
        </>
      )}
    </div>
  )
}

/** Buttons decide, because mail scanners open links. */
function Decision({ person, cohort }: { person: PersonWithRecord; cohort: string }) {
  const { status, emailConfirmed, canUndo } = person
  const mayCome = status === 'pending' && !emailConfirmed
  return (
    <section aria-label="Decision" className="mt-5 grid justify-items-start gap-3">
      {canUndo && (
        <p className="rounded-control bg-kukui-wash px-3.5 py-3 text-sm">
          {`${nameOf(person)} ${outcomes[status]}. We’ll email them a minute after your decision. Until then, you can undo this.`}
        </p>
      )}
      {mayCome && (
        <p className="rounded-control bg-ember-wash px-3.5 py-3 text-sm">
          They haven’t confirmed this address yet, so it may belong to someone else.
        </p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {canUndo && <Act person={person} action="undo" label="Undo" look="button-quiet" />}
        {(status === 'pending' || status === 'denied') && (
          <Act
            person={person}
            action="approve"
            label={mayCome ? 'Approve anyway' : 'Approve'}
            look={mayCome || canUndo ? 'button-quiet' : 'button-primary'}
          />
        )}
        {mayCome && (
          <Form
            send={() => resendConfirmation(person)}
            isRow
            className="grid"
            look="button-quiet"
            submit="Resend confirmation"
            busyText="Sending"
          />
        )}
        {status === 'invited' && !canUndo && <Act person={person} action="invite" label="Invite again" />}
        {status !== 'denied' && (
          <Disclosure label="Deny…">
            {(close) => (
              <Form
                rules={ReasonForm}
                send={({ reason }) => actOn([person], 'deny', { reason })}
                className="grid gap-4 rounded-control border border-ember-soft p-4"
                isRow
                look="button-danger"
                submit={`Deny ${nameOf(person)}`}
                busyText="Denying"
                onCancel={close}
              >
                <Field name="reason" label="Reason" optional hint="Only your team sees this." />
              </Form>
            )}
          </Disclosure>
        )}
        {status !== 'pending' && <NextWaiting cohort={cohort} />}
      </div>
    </section>
  )
}

/** The next person to decide about, so that eleven are decided about without a list between them. */
function NextWaiting({ cohort }: { cohort: string }) {
  const { data } = useQuery(listOptions({ status: 'pending', search: '', cohort }))
  const next = data?.people[0]
  return (
    next && (
      <a href={linkTo(next)} className="button-quiet">
        {`Next: ${data.counts.find(({ status }) => status === 'pending')?.count} waiting`}
      </a>
    )
  )
}

function Settings({ person }: { person: PersonWithRecord }) {
  const { status, sessions, isEditor, isAdmin, deletedAt } = person
  const name = nameOf(person)
  return (
    <>
      <h2 className="mt-8 mb-4 text-lg">Account</h2>
      <Section
        title="Sessions"
        text={
          sessions.length === 0 ? 'Not signed in anywhere.' : 'Sign a lost phone out. They can sign in again.'
        }
        action={
          sessions.length > 0 && (
            <Confirm
              label="Sign out everywhere"
              question={`Sign ${name} out everywhere?`}
              yes="Sign out"
              onYes={() => actOn([person], 'end_sessions')}
            />
          )
        }
      >
        <ul className="grid gap-1 text-sm text-ink-soft">
          {sessions.map(({ device, last_seen_at }) => (
            <li key={last_seen_at.getTime()}>
              {`${[device.browser, device.system].filter(Boolean).join(' on ') || 'Unknown device'} · Active ${timeAgo(last_seen_at)}`}
            </li>
          ))}
        </ul>
      </Section>
      {status === 'approved' && (
        <>
          <Section
            title="Editor"
            text="Edits the programme’s content at /edit."
            action={
              <Act
                person={person}
                action={isEditor ? 'end_editor' : 'make_editor'}
                label={isEditor ? 'Remove editor' : 'Make editor'}
                look="button-quiet"
              />
            }
          />
          <Section
            title="Administrator"
            text="Approves, invites and removes people here."
            action={
              <Proven
                person={person}
                action={isAdmin ? 'end_admin' : 'make_admin'}
                label={isAdmin ? 'Remove administrator' : 'Make administrator'}
              />
            }
          />
        </>
      )}
      <Section
        title="Delete account"
        text={
          deletedAt
            ? 'They are signed out. Until then, you can keep the account.'
            : 'Signs them out now, and deletes everything about them after 24 hours. They get no email.'
        }
        action={
          deletedAt ? (
            <Act person={person} action="keep" label="Keep account" look="button-quiet" />
          ) : (
            <Proven person={person} action="delete" label="Delete account" />
          )
        }
      />
    </>
  )
}

/** A button for what can be taken back. */
function Act({ person, action, label, look }: ActProps) {
  return (
    <Form
      send={() => actOn([person], action)}
      isRow
      className="grid"
      look={look}
      submit={label}
      busyText={label}
    />
  )
}

/** Asks for the administrator's own password first. */
function Proven({ person, action, label }: ActProps) {
  const viewer = useViewer()
  return (
    <Disclosure label={`${label}…`}>
      {(close) => (
        <Form
          rules={ProofForm}
          send={(typed) => actOn([person], action, typed).then(close)}
          className="grid gap-4 rounded-control border border-ember-soft p-4"
          isRow
          look="button-danger"
          submit={label}
          busyText={label}
          onCancel={close}
        >
          <CurrentPassword email={viewer?.email ?? ''} label="Your password" hint="To confirm it’s you." />
        </Form>
      )}
    </Disclosure>
  )
}

const outcomes = {
  approved: 'can sign in now',
  denied: 'was denied',
  invited: 'was invited',
  pending: 'is waiting again',
}

interface ActProps {
  person: PersonWithRecord
  action: PersonAction
  label: string
  look?: 'button-primary' | 'button-quiet'
}

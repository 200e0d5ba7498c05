import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { ReasonForm } from '#src/shared/forms.ts'
import { DECIDE_PATH } from '#src/shared/paths.ts'
import { Disclosure } from './account/Section.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf, resendConfirmation } from './form/problem.ts'
import { Field } from './ui/Field.tsx'
import { Panel } from './ui/Panel.tsx'
import { timeAgo } from './ui/time-ago.ts'

/**
 * An administrator reviews the person whose id is in the address, or sees everyone who is waiting. Buttons decide, because mail
 * scanners open links.
 */
export default function Decide() {
  const [view, show] = useState<View>({ at: 'loading' })

  async function load() {
    const id = new URLSearchParams(location.search).get('id')
    try {
      const [waiting, applicant] = await Promise.all([
        actions.approvals.list.orThrow(),
        id && actions.approvals.read.orThrow({ id }),
      ])
      show(applicant ? { at: applicant.approvalStatus, applicant, waiting } : { at: 'list', waiting })
    } catch (error) {
      show({ at: 'problem', problem: problemOf(error, 'unexpected') })
    }
  }
  useEffect(() => void load(), [])

  async function decide({ id }: Applicant, verdict: Verdict, reason = '') {
    const { error } = await actions.approvals.decide({ id, verdict, reason })
    // Someone else was faster, or the person is gone: what is true now says so.
    if (error && error.code !== 'CONFLICT' && error.code !== 'NOT_FOUND') throw error
    await load()
  }

  async function undo({ id }: Applicant) {
    await actions.approvals.undo.orThrow({ id })
    await load()
  }

  function screen() {
    switch (view.at) {
      case 'loading':
        return <Panel icon={icons.UsersRound} title="Loading…" />
      case 'list':
        return <Waiting people={view.waiting} />
      case 'pending':
        return <Review applicant={view.applicant} decide={decide} />
      case 'approved':
      case 'denied':
        return <Outcome {...view} undo={() => undo(view.applicant)} />
      case 'problem':
        return (
          <Panel tone="bad" title="Nothing to review" text={view.problem.text}>
            {view.problem.code === 'NOT_FOUND' ? (
              <SeeWaiting />
            ) : (
              <Form send={load} className="mt-6" submit="Try again" busyText="Loading" />
            )}
          </Panel>
        )
    }
  }

  return <Screens current={view.at}>{screen()}</Screens>
}

function Waiting({ people }: { people: Applicant[] }) {
  const { length } = people
  return (
    <Panel
      icon={icons.UsersRound}
      title={length > 1 ? `${length} people are waiting` : `${length ? '1 person' : 'No one'} is waiting`}
    >
      <ul className="mt-6 divide-y divide-line border-y border-line empty:hidden">
        {people.map((each) => (
          <li key={each.id} className="flex items-center gap-4 py-3 text-sm">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{nameOf(each)}</p>
              <p className="text-ink-soft">{each.fullName && each.email}</p>
              <p className="text-ink-soft first-letter:uppercase">{factsOf(each)}</p>
            </div>
            <a href={reviewOf(each)} className="button-quiet">
              Review<span className="sr-only"> {nameOf(each)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Review({ applicant, decide }: ReviewProps) {
  return (
    <Panel icon={icons.UsersRound} title={nameOf(applicant)} text={applicant.fullName && applicant.email}>
      <p className="mt-1 text-ink-soft">{`Signed up ${factsOf(applicant)}`}</p>
      {!applicant.emailConfirmed && (
        <Form send={() => resendConfirmation(applicant)} submit="Resend confirmation" busyText="Sending">
          <p className="-mt-4 rounded-control bg-ember-wash px-3.5 py-3 text-sm">
            They haven’t confirmed this address yet, so it may belong to someone else.
          </p>
        </Form>
      )}
      <Form
        send={() => decide(applicant, 'approved')}
        className={applicant.emailConfirmed ? 'mt-6' : 'mt-3'}
        look={applicant.emailConfirmed ? 'button-primary' : 'button-quiet'}
        submit={applicant.emailConfirmed ? 'Approve' : 'Approve anyway'}
        busyText="Approving"
      />
      <div className="mt-3 grid">
        <Disclosure label="Deny…">
          {(close) => (
            <Form
              rules={ReasonForm}
              send={({ reason }) => decide(applicant, 'denied', reason)}
              className="grid gap-4 rounded-control border border-ember-soft p-4"
              look="button-danger"
              submit={`Deny ${nameOf(applicant)}`}
              busyText="Denying"
              onCancel={close}
            >
              <Field name="reason" label="Reason" optional hint="Only your team sees this." />
            </Form>
          )}
        </Disclosure>
      </div>
      <a href={DECIDE_PATH} className="mt-6 inline-block text-link">
        See who’s waiting
      </a>
    </Panel>
  )
}

/** Whoever decided can undo it here while the email waits, also after another page. */
function Outcome({ applicant, waiting, undo }: OutcomeProps) {
  const isIn = applicant.approvalStatus === 'approved'
  return (
    <Panel
      tone={isIn ? 'good' : 'calm'}
      icon={isIn ? icons.CircleCheck : icons.CircleAlert}
      title={isIn ? 'Approved' : 'Denied'}
      text={applicant.canUndo ? undoableText(applicant) : decidedText(applicant)}
    >
      <SeeWaiting people={waiting} />
      {applicant.canUndo && (
        <Form send={undo} className="mt-3" look="button-quiet" submit="Undo" busyText="Undoing" />
      )}
    </Panel>
  )
}

function SeeWaiting({ people: [next, ...others] = [] }: { people?: Applicant[] }) {
  return (
    <a href={next ? reviewOf(next) : DECIDE_PATH} className="mt-6 button-primary w-full">
      {next ? `Next: ${others.length + 1} waiting` : 'See who’s waiting'}
    </a>
  )
}

function undoableText(applicant: Applicant): string {
  const result = applicant.approvalStatus === 'approved' ? 'can sign in now' : 'was denied'
  return `${nameOf(applicant)} ${result}. We’ll email them a minute after your decision. Until then, you can undo this.`
}

function decidedText({ email, approvalStatus, decidedBy, decidedAt }: Applicant): string {
  const when = decidedAt ? ` ${timeAgo(decidedAt)}` : ''
  return `${errorText.decided_meanwhile} ${email} was ${approvalStatus} by ${decidedBy}${when}.`
}

function reviewOf({ id }: Applicant): string {
  return `${DECIDE_PATH}?id=${encodeURIComponent(id)}`
}

function nameOf({ fullName, email }: Applicant): string {
  return fullName ?? email
}

/** '3 hours ago · Email confirmed' */
function factsOf({ signedUpAt, emailConfirmed }: Applicant): string {
  return `${timeAgo(signedUpAt)} · Email ${emailConfirmed ? 'confirmed' : 'not confirmed'}`
}

type Applicant = Awaited<ReturnType<typeof actions.approvals.read.orThrow>>
type Verdict = 'approved' | 'denied'

interface ReviewProps {
  applicant: Applicant
  decide: (applicant: Applicant, verdict: Verdict, reason?: string) => Promise<void>
}

interface OutcomeProps {
  applicant: Applicant
  waiting: Applicant[]
  undo: () => Promise<void>
}

type View =
  | { at: 'loading' }
  | { at: 'problem'; problem: Problem }
  | { at: 'list'; waiting: Applicant[] }
  | { at: Applicant['approvalStatus']; applicant: Applicant; waiting: Applicant[] }

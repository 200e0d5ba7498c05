import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { ReasonForm } from '#src/shared/forms.ts'
import { Disclosure } from './account/Section.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf } from './form/problem.ts'
import { forgetToken, readToken } from './token.ts'
import { Field } from './ui/Field.tsx'
import { Panel } from './ui/Panel.tsx'
import { timeAgo } from './ui/time-ago.ts'

/**
 * An administrator reviews the sign-up of an emailed link, or everyone who is waiting. Buttons decide, because mail
 * scanners open links.
 */
export default function Decide() {
  const [view, show] = useState<View>({})
  const { problem, waiting, applicant, verdict } = view

  async function load() {
    const token = readToken()
    try {
      if (token) show({ applicant: await actions.approvals.read.orThrow({ token }) })
      else show({ waiting: await actions.approvals.list.orThrow() })
    } catch (error) {
      show({ problem: problemOf(error, 'unexpected') })
    }
  }
  useEffect(() => void load(), [])

  function loadWaiting() {
    forgetToken()
    return load()
  }

  async function decide({ email, emailConfirmed }: Applicant, decided: 'approved' | 'denied', reason = '') {
    // They saw that the address isn't confirmed.
    const form = { email, verdict: decided, reason, evenUnconfirmed: !emailConfirmed }
    const { error } = await actions.approvals.decide(form)
    if (error?.code === 'CONFLICT' || error?.code === 'BAD_REQUEST') return load()
    if (error) throw error
    forgetToken()
    const { data } = await actions.approvals.list()
    show({ applicant, verdict: decided, waiting: data })
  }

  async function undo({ email }: Applicant) {
    await actions.approvals.undo.orThrow({ email })
    show({ applicant: applicant && { ...applicant, approvalStatus: 'pending' } })
  }

  function screen() {
    if (problem) {
      const isLinkInvalid = problem.code === 'BAD_REQUEST'
      return (
        <Panel tone="bad" title="Nothing to review" text={problem.text}>
          {isLinkInvalid && (
            <p className="mt-3 text-ink-soft">Review links work once and expire after 7 days.</p>
          )}
          <Form
            send={loadWaiting}
            submit={isLinkInvalid ? 'See who’s waiting' : 'Try again'}
            busyText="Loading"
          />
        </Panel>
      )
    }
    if (!applicant) {
      return (
        <Panel icon={icons.usersRound} title={titleOf(waiting)}>
          <ul className="mt-6 divide-y divide-line border-y border-line empty:hidden">
            {waiting?.map((each) => (
              <li key={each.email} className="flex items-center gap-4 py-3 text-sm">
                <div className="min-w-0 flex-1 wrap-anywhere">
                  <p className="font-medium">{nameOf(each)}</p>
                  <p className="text-ink-soft">{each.fullName && each.email}</p>
                  <p className="text-ink-soft first-letter:uppercase">{factsOf(each)}</p>
                </div>
                <button type="button" className="button-quiet" onClick={() => show({ applicant: each })}>
                  Review<span className="sr-only"> {nameOf(each)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      )
    }
    if ((verdict ?? applicant.approvalStatus ?? 'pending') === 'pending') {
      return (
        <Panel icon={icons.usersRound} title={nameOf(applicant)} text={applicant.fullName && applicant.email}>
          <p className="mt-1 text-ink-soft">{`Signed up ${factsOf(applicant)}`}</p>
          {!applicant.emailConfirmed && (
            <p className="mt-4 rounded-control bg-ember-wash px-3.5 py-3 text-sm">
              They haven’t confirmed this address yet, so it may belong to someone else.
            </p>
          )}
          <Form
            send={() => decide(applicant, 'approved')}
            className="mt-6"
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
        </Panel>
      )
    }
    const [next] = waiting ?? []
    return (
      <Panel {...outcomeOf(view, applicant)}>
        {next ? (
          <button
            type="button"
            className="mt-6 button-primary w-full"
            onClick={() => show({ applicant: next })}
          >
            {`Next: ${waiting?.length} waiting`}
          </button>
        ) : (
          <Form send={loadWaiting} className="mt-6" submit="See who’s waiting" busyText="Loading" />
        )}
        {verdict && (
          <Form
            send={() => undo(applicant)}
            className="mt-3"
            look="button-quiet"
            submit="Undo"
            busyText="Undoing"
          />
        )}
      </Panel>
    )
  }

  return <Screens current={`${applicant?.email} ${verdict}`}>{screen()}</Screens>
}

function titleOf(waiting: Applicant[] | undefined): string {
  if (!waiting) return 'Loading…'
  const { length } = waiting
  return length > 1 ? `${length} people are waiting` : `${length ? '1 person' : 'No one'} is waiting`
}

/** Without `verdict`, someone else decided. */
function outcomeOf({ verdict }: View, applicant: Applicant) {
  const isIn = (verdict ?? applicant.approvalStatus) === 'approved'
  const { email, decidedBy = null } = applicant
  return {
    icon: isIn ? icons.circleCheck : icons.circleAlert,
    tone: isIn ? 'good' : 'calm',
    title: isIn ? 'Approved' : 'Denied',
    text: verdict
      ? `${nameOf(applicant)} ${isIn ? 'can sign in now' : 'was denied'}. We’ll email them in one minute. Until then, you can undo this.`
      : `${errorText.decided_meanwhile} ${email} was ${isIn ? 'approved' : 'denied'} by ${decidedBy ?? 'an administrator'}.`,
  } as const
}

function nameOf({ fullName, email }: Applicant): string {
  return fullName ?? email
}

/** '3 hours ago · Email confirmed' */
function factsOf({ signedUpAt, emailConfirmed }: Applicant): string {
  return `${timeAgo(signedUpAt)} · Email ${emailConfirmed ? 'confirmed' : 'not confirmed'}`
}

type Linked = Awaited<ReturnType<typeof actions.approvals.read.orThrow>>
/** Without a status they are pending. */
type Applicant = Omit<Linked, 'approvalStatus' | 'decidedBy'> & Partial<Linked>

/** A problem, else an applicant, else everyone who is waiting. */
interface View {
  problem?: Problem
  applicant?: Applicant | undefined
  /** What was decided on this page. */
  verdict?: 'approved' | 'denied'
  waiting?: Applicant[] | undefined
}

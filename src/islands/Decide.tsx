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

/**
 * An administrator decides about the sign-up of a notice's link, or about everyone who waits; on a press, because mail
 * scanners open links.
 */
export default function Decide() {
  const [view, show] = useState<View>({})
  const { problem, waiting, applicant, verdict, isLate } = view

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
  useEffect(() => {
    if (!verdict || isLate) return
    const timer = setTimeout(() => show((now) => ({ ...now, isLate: true })), UNDO_MS)
    return () => clearTimeout(timer)
  }, [applicant, verdict, isLate])

  async function decide({ email, emailConfirmed }: Applicant, decided: 'approved' | 'denied', reason = '') {
    // Only an administrator who saw that the address is not confirmed can mean that.
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

  const list = (
    <Form
      send={() => {
        forgetToken()
        return load()
      }}
      className="mt-6"
      look="button-quiet"
      submit="See who is waiting"
      busyText="Loading"
    />
  )
  return (
    <Screens current={`${applicant?.email} ${verdict}`}>
      {problem ? (
        <Panel tone="bad" title="Nothing to review" text={problem.text}>
          {problem.code === 'BAD_REQUEST' ? (
            <>
              <p className="mt-3 text-ink-soft">Review links work once and expire after 7 days.</p>
              {list}
            </>
          ) : (
            <Form send={load} className="mt-8" submit="Try again" busyText="Loading" />
          )}
        </Panel>
      ) : applicant && (verdict ?? applicant.approvalStatus ?? 'pending') === 'pending' ? (
        <Panel icon={icons.usersRound} title={nameOf(applicant)} text={factsOf(applicant)}>
          <p className="mt-2 font-medium wrap-anywhere">{applicant.email}</p>
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
                  className="grid gap-4 rounded-control border border-ember/40 p-4"
                  look="button-danger"
                  submit={`Deny ${nameOf(applicant)}`}
                  busyText="Denying"
                  onCancel={close}
                >
                  <Field
                    name="reason"
                    label="Reason"
                    optional
                    hint="For your team. We don’t send it to them."
                  />
                </Form>
              )}
            </Disclosure>
          </div>
        </Panel>
      ) : applicant ? (
        <Panel {...outcomeOf(view, applicant)}>
          {verdict && !isLate && (
            <Form
              send={() => undo(applicant)}
              className="mt-6"
              look="button-quiet"
              submit="Undo"
              busyText="Undoing"
            />
          )}
          {waiting?.[0] ? (
            <button
              type="button"
              className="mt-3 button-primary w-full"
              onClick={() => show({ applicant: waiting[0] })}
            >
              Next: {waiting.length} waiting
            </button>
          ) : (
            list
          )}
        </Panel>
      ) : (
        <Panel icon={icons.usersRound} title={titleOf(waiting)}>
          <ul className="mt-6 divide-y divide-line border-y border-line empty:hidden">
            {waiting?.map((each) => (
              <li key={each.email} className="flex items-center gap-4 py-3 text-sm">
                <div className="min-w-0 flex-1 wrap-anywhere">
                  <p className="font-medium">{nameOf(each)}</p>
                  <p className="text-ink-soft">{each.fullName && each.email}</p>
                  <p className="text-ink-soft">{factsOf(each)}</p>
                </div>
                <button type="button" className="button-quiet" onClick={() => show({ applicant: each })}>
                  Review<span className="sr-only"> {nameOf(each)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Screens>
  )
}

/** As long as the email about a decision waits: `decide_as_admin` in the database. */
const UNDO_MS = 60_000

function titleOf(waiting: Applicant[] | undefined): string {
  if (!waiting) return 'Loading…'
  if (waiting.length === 0) return 'No one is waiting'
  return waiting.length === 1 ? '1 person is waiting' : `${waiting.length} people are waiting`
}

/** With `verdict` it was decided on this page. */
function outcomeOf({ verdict, isLate }: View, applicant: Applicant) {
  const { approvalStatus, email, decidedBy } = applicant
  const isIn = (verdict ?? approvalStatus) === 'approved'
  const effect = isIn ? 'can sign in now' : 'was denied'
  const told = isLate ? 'We’ve emailed them.' : 'We’ll email them in a minute.'
  return {
    icon: isIn ? icons.circleCheck : icons.circleAlert,
    tone: isIn ? 'good' : 'calm',
    title: isIn ? 'Approved' : 'Denied',
    text: verdict
      ? `${nameOf(applicant)} ${effect}. ${told}`
      : `${errorText.decided_meanwhile} ${email}, decided by ${decidedBy ?? 'an administrator'}`,
  } as const
}

function nameOf({ fullName, email }: Applicant): string {
  return fullName ?? email
}

/** 'Signed up 3 hours ago, address confirmed' */
function factsOf({ signedUpAt, emailConfirmed }: Applicant): string {
  const hours = Math.round((signedUpAt.getTime() - Date.now()) / 3_600_000)
  const ago = hours > -48 ? AGO.format(hours, 'hour') : AGO.format(Math.round(hours / 24), 'day')
  const status = emailConfirmed ? 'address confirmed' : 'address not confirmed: it may be someone else’s'
  return `Signed up ${ago}, ${status}`
}

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

type Linked = Awaited<ReturnType<typeof actions.approvals.read.orThrow>>
/** Where the status is missing it is pending. */
type Applicant = Omit<Linked, 'approvalStatus' | 'decidedBy'> & Partial<Linked>

/** What is shown: a problem, else an applicant, else everyone who waits. */
interface View {
  problem?: Problem
  applicant?: Applicant | undefined
  verdict?: 'approved' | 'denied'
  /** Whether the email has left. */
  isLate?: boolean
  waiting?: Applicant[] | undefined
}

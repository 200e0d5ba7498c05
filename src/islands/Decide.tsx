import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { ReasonForm } from '#src/shared/forms.ts'
import { Opening } from './account/Section.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf } from './form/problem.ts'
import { dropToken, takeToken } from './token.ts'
import { Field } from './ui/Field.tsx'
import { Panel } from './ui/Panel.tsx'

/**
 * An administrator decides about the sign-up of a notice's link, or about everyone who waits; on a press, because mail
 * scanners open links.
 */
export default function Decide() {
  const [view, show] = useState<View>({ at: 'loading' })

  async function load() {
    const token = takeToken()
    try {
      if (!token) return show({ at: 'list', waiting: await actions.approvals.list.orThrow() })
      const applicant = await actions.approvals.read.orThrow({ token })
      show({ at: applicant.approvalStatus === 'pending' ? 'question' : 'decided', applicant })
    } catch (error) {
      show({ at: 'failed', problem: problemOf(error, 'unexpected') })
    }
  }
  useEffect(() => void load(), [])

  async function decide(applicant: Applicant, verdict: Verdict, reason: string) {
    const { email, emailConfirmed } = applicant
    // Only an administrator who saw that the address is not confirmed can mean that.
    const form = { email, verdict, reason, evenUnconfirmed: !emailConfirmed }
    const { error } = await actions.approvals.decide(form)
    if (error?.code === 'CONFLICT' || error?.code === 'BAD_REQUEST') return load()
    if (error) throw error
    dropToken()
    const { data: waiting = [] } = await actions.approvals.list()
    show({ at: 'decided', applicant, verdict, waiting })
  }

  async function undo(applicant: Applicant) {
    await actions.approvals.undo.orThrow({ email: applicant.email })
    show({ at: 'question', applicant })
  }

  const review = (applicant: Applicant) => show({ at: 'question', applicant })
  const showList = () => {
    dropToken()
    return load()
  }
  return (
    <Screens current={`${view.at} ${'applicant' in view ? view.applicant.email : ''}`}>
      {view.at === 'loading' && <Panel icon={icons.usersRound} title="Review a sign-up" text="Loading…" />}
      {view.at === 'failed' && (
        <Panel tone="bad" title="Nothing to review" text={view.problem.text}>
          {view.problem.code === 'BAD_REQUEST' ? (
            <>
              <p className="mt-3 text-ink-soft">Review links work once and expire after 7 days.</p>
              <Form send={showList} className="mt-8" submit="See who is waiting" busyText="Loading" />
            </>
          ) : (
            <Form send={load} className="mt-8" submit="Try again" busyText="Loading" />
          )}
        </Panel>
      )}
      {view.at === 'list' && <Waiting waiting={view.waiting} review={review} />}
      {view.at === 'question' && (
        <Question
          applicant={view.applicant}
          decide={(verdict, reason = '') => decide(view.applicant, verdict, reason)}
        />
      )}
      {view.at === 'decided' && (
        <Decision key={view.applicant.email} {...view} undo={undo} review={review} showList={showList} />
      )}
    </Screens>
  )
}

function Waiting({ waiting, review }: { waiting: Applicant[]; review: (applicant: Applicant) => void }) {
  const title = waiting.length === 1 ? '1 person is waiting' : `${waiting.length} people are waiting`
  return (
    <Panel icon={icons.usersRound} title={waiting.length === 0 ? 'No one is waiting' : title}>
      <ul className="mt-6 divide-y divide-line border-y border-line empty:hidden">
        {waiting.map((applicant) => (
          <li key={applicant.email} className="flex items-center gap-4 py-3 text-sm">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{nameOf(applicant)}</p>
              <p className="text-ink-soft">{applicant.fullName && applicant.email}</p>
              <p className="text-ink-soft">{factsOf(applicant)}</p>
            </div>
            <button type="button" className="button-quiet" onClick={() => review(applicant)}>
              Review<span className="sr-only"> {nameOf(applicant)}</span>
            </button>
          </li>
        ))}
      </ul>
      <a href="/" className="mt-8 button-quiet w-full">
        Go to Home
      </a>
    </Panel>
  )
}

function Question({ applicant, decide }: QuestionProps) {
  const approve = applicant.emailConfirmed ? 'Approve' : 'Approve anyway'
  return (
    <Panel icon={icons.usersRound} title={applicant.fullName ?? 'No name given'} text={factsOf(applicant)}>
      <p className="mt-2 font-medium wrap-anywhere">{applicant.email}</p>
      <Form send={() => decide('approved')} className="mt-6" submit={approve} busyText="Approving" />
      <div className="mt-3 grid">
        <Opening label="Deny…">
          {(close) => (
            <Form
              rules={ReasonForm}
              send={({ reason }) => decide('denied', reason)}
              className="grid gap-4 rounded-control border border-ember/40 p-4"
              look="button-danger"
              submit={`Deny ${nameOf(applicant)}`}
              busyText="Denying"
              onCancel={close}
            >
              <Field name="reason" label="Reason" optional hint="For your team. We don’t send it to them." />
            </Form>
          )}
        </Opening>
      </div>
    </Panel>
  )
}

/** With `verdict` it was made on this page, and can be undone until its email leaves. */
function Decision({ applicant, verdict, waiting, undo, review, showList }: DecisionProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  const isIn = (verdict ?? applicant.approvalStatus) === 'approved'
  const [next] = waiting ?? []
  const done = `${nameOf(applicant)} ${isIn ? 'can sign in now' : 'was denied'}. `
  return (
    <Panel
      icon={isIn ? icons.circleCheck : icons.circleAlert}
      tone={isIn ? 'good' : 'calm'}
      title={isIn ? 'Approved' : 'Denied'}
      text={verdict ? done + (isLate ? 'We’ve emailed them.' : EMAIL_WAITS) : errorText.decided_meanwhile}
    >
      {!verdict && (
        <p className="mt-3 wrap-anywhere">
          {applicant.email}, decided by {applicant.decidedBy ?? 'an administrator'}
        </p>
      )}
      {verdict && !isLate && (
        <Form
          send={() => undo(applicant)}
          className="mt-6"
          look="button-quiet"
          submit="Undo"
          busyText="Undoing"
        />
      )}
      {next && (
        <button type="button" className="mt-3 button-primary w-full" onClick={() => review(next)}>
          Next: {waiting?.length} waiting
        </button>
      )}
      {!waiting && (
        <Form
          send={showList}
          className="mt-6"
          look="button-quiet"
          submit="See who is waiting"
          busyText="Loading"
        />
      )}
      <a href="/" className="mt-3 button-quiet w-full">
        Go to Home
      </a>
    </Panel>
  )
}

/** As long as the email about a decision waits: `decide_as_admin` in the database. */
const UNDO_MS = 60_000
const EMAIL_WAITS = 'We’ll email them in a minute.'

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

type Verdict = 'approved' | 'denied'
type Linked = Awaited<ReturnType<typeof actions.approvals.read.orThrow>>
type Applicant = Omit<Linked, 'approvalStatus' | 'decidedBy'> & Partial<Linked>

interface QuestionProps {
  applicant: Applicant
  decide: (verdict: Verdict, reason?: string) => Promise<void>
}

interface Decided {
  applicant: Applicant
  verdict?: Verdict
  /** Who waits still. */
  waiting?: Applicant[]
}

interface DecisionProps extends Decided {
  undo: (applicant: Applicant) => Promise<void>
  review: (applicant: Applicant) => void
  showList: () => Promise<void>
}

type View =
  | { at: 'loading' }
  | { at: 'failed'; problem: Problem }
  | { at: 'list'; waiting: Applicant[] }
  | { at: 'question'; applicant: Applicant }
  | ({ at: 'decided' } & Decided)

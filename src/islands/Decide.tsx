import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf } from './form/problem.ts'
import { dropToken, takeToken } from './token.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { type HeadingRef, Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/**
 * Lets an administrator approve or deny one sign-up with the link of a notice, by a press of a button: opening the page,
 * scripts and all, decides nothing.
 */
export default function Decide() {
  return (
    <ErrorBoundary>
      <Screens />
    </ErrorBoundary>
  )
}

function Screens() {
  const [applicant, setApplicant] = useState<Applicant | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isOwn, setIsOwn] = useState(false)
  const status = applicant?.approvalStatus
  const heading = useFocusOnChange(problem ? 'failed' : (status ?? 'loading'))

  async function read() {
    setProblem(null)
    try {
      setApplicant(await actions.approvals.read.orThrow({ token: takeToken() ?? '' }))
    } catch (error) {
      setProblem(problemOf(error, 'unexpected'))
    }
  }
  useEffect(() => void read(), [])

  async function decide(verdict: 'approved' | 'denied') {
    // What the page did not say cannot be meant.
    const evenUnconfirmed = applicant?.emailConfirmed === false
    const token = takeToken() ?? ''
    const { data, error } = await actions.approvals.decide({ token, verdict, evenUnconfirmed })
    if (error?.code === 'CONFLICT' || error?.code === 'BAD_REQUEST') return read()
    if (error) throw error
    dropToken()
    setIsOwn(true)
    setApplicant((now) => now && { ...now, approvalStatus: data.decided })
  }

  if (problem) {
    return (
      <Panel
        icon={icons.circleAlert}
        tone="bad"
        heading={heading}
        title="There is nothing to decide"
        text={problem.text}
      >
        {problem.code === 'BAD_REQUEST' ? (
          <p className="mt-3 text-ink-soft">
            Links of notices work once and for seven days. Who waits: <code>npm run admin -- pending</code>
          </p>
        ) : (
          <button type="button" className="mt-8 button-primary w-full" onClick={() => void read()}>
            Try again
          </button>
        )}
      </Panel>
    )
  }
  if (!applicant) {
    return (
      <Panel
        icon={icons.loaderCircle}
        spinning
        heading={heading}
        title="Decide about a sign-up"
        text="Looking up who it is."
      />
    )
  }
  if (status !== 'pending') return <Decided applicant={applicant} heading={heading} isOwn={isOwn} />

  const { email, fullName, emailConfirmed, onRoster } = applicant
  return (
    <Panel icon={icons.usersRound} heading={heading} title={fullName ?? 'No name given'}>
      <dl className="mt-4 grid gap-3 text-sm">
        <Fact name="Email">{email}</Fact>
        <Fact name="Address">
          {emailConfirmed ? 'Confirmed' : 'Not confirmed: it may be somebody else’s'}
        </Fact>
        <Fact name="Roster">{onRoster ? 'Expected' : 'Not on it'}</Fact>
      </dl>
      <Form
        send={() => decide('approved')}
        className="mt-6"
        submit={emailConfirmed ? 'Approve' : 'Approve all the same'}
        busyText="Approving"
      />
      <Form send={() => decide('denied')} className="mt-3" look="quiet" submit="Deny" busyText="Denying" />
    </Panel>
  )
}

function Decided({ applicant, heading, isOwn }: DecidedProps) {
  const { email, fullName, approvalStatus, decidedBy } = applicant
  const isIn = approvalStatus === 'approved'
  return (
    <Panel
      icon={isIn ? icons.circleCheck : icons.circleAlert}
      tone={isIn ? 'good' : 'calm'}
      heading={heading}
      title={isIn ? 'Approved' : 'Denied'}
      text={
        isOwn
          ? `${fullName ?? email} ${isIn ? 'can sign in now' : 'cannot come in'}, and is told by email.`
          : errorText.decided_meanwhile
      }
    >
      {!isOwn && (
        <dl className="mt-4 grid gap-3 text-sm">
          <Fact name="Email">{email}</Fact>
          <Fact name="Decided by">{decidedBy ?? 'Somebody'}</Fact>
        </dl>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        To take it back: <code className="wrap-anywhere text-ink">npm run admin -- undo {email}</code>
      </p>
      <a href="/" className="mt-8 button-quiet w-full">
        Go to Home
      </a>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

type Applicant = Awaited<ReturnType<typeof actions.approvals.read.orThrow>>

interface DecidedProps {
  applicant: Applicant
  heading: HeadingRef
  /** By a press on this page. */
  isOwn: boolean
}

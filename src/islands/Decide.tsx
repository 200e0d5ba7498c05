import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { type Failure, failure } from '#src/shared/failure.ts'
import { askFor } from './form/ask.ts'
import { dropToken, takeToken } from './token.ts'
import { Alert } from './ui/Alert.tsx'
import { Button } from './ui/Button.tsx'
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
  const [state, setState] = useState<State>({ at: 'loading' })
  const heading = useFocusOnChange(state.at === 'asking' ? 'asking' : state.at)

  useEffect(() => void read().then(setState), [])

  switch (state.at) {
    case 'loading':
      return (
        <Panel
          icon={icons.loaderCircle}
          spinning
          heading={heading}
          title="Decide about a sign-up"
          text="Looking up who it is."
        />
      )
    case 'failed':
      return (
        <Panel
          icon={icons.circleAlert}
          tone="bad"
          heading={heading}
          title="There is nothing to decide"
          text={state.failure.text}
        >
          {state.failure.code === 'keep_link_invalid' ? (
            <p className="mt-3 text-ink-soft">
              Links of notices work once and for seven days. Who waits: <code>npm run admin -- pending</code>
            </p>
          ) : (
            <button
              type="button"
              className="mt-8 button-primary w-full"
              onClick={() => void read().then(setState)}
            >
              Try again
            </button>
          )}
        </Panel>
      )
    case 'decided':
      return <Decided applicant={state.applicant} heading={heading} isOwn={state.isOwn} />
    default:
      return <Question state={state} heading={heading} onState={setState} />
  }
}

function Question({ state, heading, onState }: QuestionProps) {
  const { applicant, problem, sending } = state
  const { email, fullName, emailConfirmed, onRoster } = applicant
  const decide = async (verdict: Verdict) => {
    if (sending) return
    onState({ ...state, problem: null, sending: verdict })
    onState(await decided(applicant, verdict))
  }
  return (
    <Panel icon={icons.usersRound} heading={heading} title={fullName ?? 'No name given'}>
      <dl className="mt-4 grid gap-3 text-sm">
        <Fact name="Email">{email}</Fact>
        <Fact name="Address">
          {emailConfirmed ? 'Confirmed' : 'Not confirmed: it may be somebody else’s'}
        </Fact>
        <Fact name="Roster">{onRoster ? 'Expected' : 'Not on it'}</Fact>
      </dl>
      <form
        method="post"
        className="mt-6 grid"
        onSubmit={(event) => {
          event.preventDefault()
          void decide('approved')
        }}
      >
        <Alert failure={problem} />
        <div className="grid gap-3">
          <Button busy={sending === 'approved'} busyText="Approving">
            {emailConfirmed ? 'Approve' : 'Approve all the same'}
          </Button>
          <Button
            look="quiet"
            busy={sending === 'denied'}
            busyText="Denying"
            onClick={() => void decide('denied')}
          >
            Deny
          </Button>
        </div>
      </form>
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

/** How it stands with whom the link is about. */
async function read(): Promise<State> {
  const token = takeToken()
  if (!token) return { at: 'failed', failure: failure('keep_link_invalid') }
  const outcome = await askFor<Applicant>(() => actions.approvals.read({ token }), 'unexpected')
  if (outcome.problem) return { at: 'failed', failure: outcome.problem.form ?? failure('unexpected') }
  const applicant = outcome.done
  return applicant.approvalStatus === 'pending'
    ? { at: 'asking', applicant, problem: null, sending: null }
    : { at: 'decided', applicant, isOwn: false }
}

async function decided(applicant: Applicant, verdict: Verdict): Promise<State> {
  // What the page did not say cannot be meant.
  const form = { token: takeToken() ?? '', verdict, evenUnconfirmed: !applicant.emailConfirmed }
  const outcome = await askFor<{ decided: Verdict }>(() => actions.approvals.decide(form), 'unexpected')
  if (!outcome.problem) {
    dropToken()
    return { at: 'decided', applicant: { ...applicant, approvalStatus: outcome.done.decided }, isOwn: true }
  }
  const problem = outcome.problem.form ?? failure('unexpected')
  if (problem.code === 'decided_meanwhile' || problem.code === 'keep_link_invalid') return read()
  return { at: 'asking', applicant, problem, sending: null }
}

type Verdict = 'approved' | 'denied'

type Applicant = NonNullable<Awaited<ReturnType<typeof actions.approvals.read>>['data']>

interface Asking {
  at: 'asking'
  applicant: Applicant
  problem: Failure | null
  /** What is being sent. */
  sending: Verdict | null
}

type State =
  | { at: 'loading' }
  | Asking
  /** `isOwn`: by the press on this page. */
  | { at: 'decided'; applicant: Applicant; isOwn: boolean }
  | { at: 'failed'; failure: Failure }

interface QuestionProps {
  state: Asking
  heading: HeadingRef
  onState: (state: State) => void
}

interface DecidedProps {
  applicant: Applicant
  heading: HeadingRef
  isOwn: boolean
}

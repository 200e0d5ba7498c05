import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf } from './form/problem.ts'
import { dropToken, takeToken } from './token.ts'
import { Panel } from './ui/Panel.tsx'

/** An administrator approves or denies a sign-up with the link of a notice, on a button press: mail scanners open links. */
export default function Decide() {
  const [applicant, setApplicant] = useState<Applicant | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function read() {
    try {
      setApplicant(await actions.approvals.read.orThrow({ token: takeToken() ?? '' }))
      setProblem(null)
    } catch (error) {
      setProblem(problemOf(error, 'unexpected'))
    }
  }
  useEffect(() => void read(), [])

  async function decide(verdict: Verdict) {
    // Only an administrator who saw that the address is not confirmed can mean that.
    const evenUnconfirmed = applicant?.emailConfirmed === false
    const token = takeToken() ?? ''
    const { data, error } = await actions.approvals.decide({ token, verdict, evenUnconfirmed })
    if (error?.code === 'CONFLICT' || error?.code === 'BAD_REQUEST') return read()
    if (error) throw error
    dropToken()
    setApplicant((now) => now && { ...now, approvalStatus: data.decided, isOwn: true })
  }

  return (
    <Screens current={problem ? 'failed' : (applicant?.approvalStatus ?? 'loading')}>
      {problem ? (
        <Panel tone="bad" title="Nothing to review" text={problem.text}>
          {problem.code === 'BAD_REQUEST' ? (
            <p className="mt-3 text-ink-soft">
              Review links work once and expire after 7 days. See everyone who is waiting:{' '}
              <code>npm run admin -- pending</code>
            </p>
          ) : (
            <Form send={read} className="mt-8" submit="Try again" busyText="Loading" />
          )}
        </Panel>
      ) : !applicant ? (
        <Panel icon={icons.usersRound} title="Review a sign-up" text="Loading…" />
      ) : applicant.approvalStatus === 'pending' ? (
        <Question {...applicant} decide={decide} />
      ) : (
        <Decision {...applicant} />
      )}
    </Screens>
  )
}

function Question({ decide, ...applicant }: Applicant & { decide: (verdict: Verdict) => Promise<void> }) {
  const { email, fullName, emailConfirmed } = applicant
  const status = emailConfirmed ? 'Confirmed' : 'Not confirmed: it may be someone else’s'
  const approve = emailConfirmed ? 'Approve' : 'Approve anyway'
  const deny = () => decide('denied')
  return (
    <Panel icon={icons.usersRound} title={fullName ?? 'No name given'}>
      <Facts facts={{ Email: email, 'Email status': status }} />
      <Form send={() => decide('approved')} className="mt-6" submit={approve} busyText="Approving" />
      <Form send={deny} className="mt-3" look="button-quiet" submit="Deny" busyText="Denying" />
    </Panel>
  )
}

function Decision({ email, fullName, approvalStatus, decidedBy, isOwn }: Applicant) {
  const isIn = approvalStatus === 'approved'
  const done = `${fullName ?? email} ${isIn ? 'can sign in now' : 'was denied'}. We’ve emailed them.`
  return (
    <Panel
      icon={isIn ? icons.circleCheck : icons.circleAlert}
      tone={isIn ? 'good' : 'calm'}
      title={isIn ? 'Approved' : 'Denied'}
      text={isOwn ? done : errorText.decided_meanwhile}
    >
      {!isOwn && <Facts facts={{ Email: email, 'Decided by': decidedBy ?? 'Unknown' }} />}
      <p className="mt-4 text-sm text-ink-soft">
        To undo it: <code className="wrap-anywhere text-ink">npm run admin -- undo {email}</code>
      </p>
      <a href="/" className="mt-8 button-quiet w-full">
        Go to Home
      </a>
    </Panel>
  )
}

function Facts({ facts }: { facts: Record<string, string> }) {
  return (
    <dl className="mt-4 grid gap-3 text-sm">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Verdict = 'approved' | 'denied'

type Applicant = Awaited<ReturnType<typeof actions.approvals.read.orThrow>> & {
  /** Whether this page made the decision. */
  isOwn?: boolean
}

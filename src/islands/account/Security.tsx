import * as icons from '#src/shared/icons.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useRef } from 'react'
import { ChangePasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { Form } from '../form/Form.tsx'
import { problemOf, tellResult } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { takeFocus } from '../ui/useFocus.ts'
import { CurrentPassword, Row } from './Row.tsx'
import { beganAt, deviceName, lastSeen } from './words.ts'

const SESSIONS = ['sessions']

export function Security({ email }: { email: string }) {
  return (
    <>
      <Row
        title="Password"
        text="Changing it signs you out everywhere else."
        what="password"
        form={(close) => <PasswordForm email={email} onClose={close} />}
      />
      <Sessions />
    </>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <Form
      rules={ChangePasswordForm}
      send={async (typed) => {
        await actions.account.changePassword.orThrow(typed)
        tell('success', noticeText.password_reset)
        onClose()
        await queries.invalidateQueries({ queryKey: SESSIONS })
      }}
      className="grid gap-4"
      isRow
      submit="Update password"
      busyText="Updating"
      onCancel={onClose}
    >
      <CurrentPassword ref={takeFocus} email={email} />
      <PasswordField isNew name="newPassword" label="New password" />
    </Form>
  )
}

/** Where the member is signed in, and how to end it there. */
function Sessions() {
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending } = useQuery({
    queryKey: SESSIONS,
    queryFn: () => actions.account.listSessions.orThrow(),
  })

  async function end(action: Promise<unknown>, done: string) {
    if (!(await tellResult(action, done))) return
    await queries.invalidateQueries({ queryKey: SESSIONS })
    // The button that was pressed is gone.
    heading.current?.focus()
  }

  return (
    <section className="pt-5" aria-labelledby="account-sessions">
      <h3 ref={heading} id="account-sessions" tabIndex={-1} className="text-sm font-medium outline-none">
        Sessions
      </h3>
      <p className="mb-2 text-sm text-ink-soft">
        {data?.length === 1 ? 'No other sessions.' : 'Sign out any you don’t recognise.'}
      </p>
      <Alert text={error && problemOf(error, 'unexpected').text} />
      <p role="status" className="text-sm text-ink-soft">
        {isPending && 'Loading…'}
      </p>
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            onEnd={() =>
              end(actions.account.endSession.orThrow({ id: session.id }), noticeText.session_ended)
            }
          />
        ))}
      </ul>
      {data && data.length > 2 && (
        <div className="mt-4">
          <Confirm
            label="End all other sessions"
            question="End all sessions but this one?"
            yes="End them"
            onYes={() => end(actions.account.endOtherSessions.orThrow(), noticeText.other_sessions_ended)}
          />
        </div>
      )}
    </section>
  )
}

/** This device's session ends by signing out. */
function SessionItem({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const { device, current, lastSeenAt } = session
  const name = deviceName(device)
  const isPhone = device.system === 'iOS' || device.system === 'Android'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/5 text-ink-soft">
        <Icon drawing={isPhone ? icons.smartphone : icons.monitor} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
          {name}
          {current && (
            <span className="rounded-full bg-kukui/12 px-2 py-0.5 text-xs font-medium text-kukui">
              This device
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {current ? 'Active now' : `Last seen ${lastSeen(lastSeenAt, new Date())}`}
          {' · '}signed in {beganAt(session)}
        </p>
      </div>
      {!current && (
        <Confirm
          label="End"
          what={`the session of ${name}`}
          question="End this session?"
          yes="End it"
          onYes={onEnd}
        />
      )}
    </li>
  )
}

type Session = Awaited<ReturnType<typeof actions.account.listSessions.orThrow>>[number]

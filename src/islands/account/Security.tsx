import * as icons from 'lucide'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { ChangePasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { showToast } from '#src/ui/toasts.ts'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { deviceName } from '#src/lib/device-name.ts'
import { PasswordField } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { timeAgo } from '#src/lib/time-ago.ts'
import { CurrentPassword, Disclosure, Section, useFocusAfter } from '#src/ui/Section.tsx'

const SESSIONS = { queryKey: ['sessions'] }

export function Security({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <Section
        title="Password"
        text="Changing it signs you out everywhere else."
        action={<ChangePassword email={viewer.email} />}
      />
      <Sessions />
    </>
  )
}

function ChangePassword({ email }: { email: string }) {
  return (
    <Disclosure
      label="Change"
      srSuffix="password"
      schema={ChangePasswordForm}
      send={async (typed) => {
        await actions.account.changePassword.orThrow(typed)
        showToast('success', noticeText.password_reset)
        // It also cancels a pending deletion and a change of address.
        removeStored(EMAIL_CHANGE)
        void queryClient.invalidateQueries()
      }}
      submit="Update password"
    >
      <CurrentPassword email={email} />
      <PasswordField isNew name="newPassword" label="New password" />
    </Disclosure>
  )
}

function Sessions() {
  const { data, failureReason: error } = useQuery(
    { ...SESSIONS, queryFn: () => actions.account.listSessions.orThrow() },
    queryClient,
  )
  const heading = useFocusAfter<HTMLHeadingElement>(data?.length)

  const end = (action: Promise<unknown>) => action.then(() => queryClient.invalidateQueries(SESSIONS))

  return (
    <Section
      ref={heading}
      title="Devices"
      text={data?.length === 1 ? 'No other devices.' : 'Sign out any you don’t recognise.'}
    >
      <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      <p role="status" className="text-sm text-ink-soft">
        {!data && !error && 'Loading…'}
      </p>
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 text-sm">
            <Facts session={session} />
            {!session.current && (
              <Disclosure
                label="Sign out"
                srSuffix={deviceName(session.device)}
                question="Sign out this device?"
                submit="Sign out"
                send={() => end(actions.account.endSession.orThrow({ id: session.id }))}
              />
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 2 && (
        <Disclosure
          label="Sign out all other devices"
          question="Sign out every device but this one?"
          submit="Sign out all"
          send={() => end(actions.account.endOtherSessions.orThrow())}
        />
      )}
    </Section>
  )
}

function Facts({ session: { device, current, lastSeenAt, createdAt } }: { session: Session }) {
  const isPhone = device.system === 'iOS' || device.system === 'Android'
  return (
    <>
      <Icon icon={isPhone ? icons.Smartphone : icons.Monitor} className="text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <span>{deviceName(device)}</span>
          {current && <span className="text-success"> · This device</span>}
        </p>
        <p className="text-ink-soft">
          <span>{current ? 'Active now' : `Active ${timeAgo(lastSeenAt)}`}</span>
          <span>{` · Signed in ${timeAgo(createdAt)}`}</span>
        </p>
      </div>
    </>
  )
}

type Session = Awaited<ReturnType<typeof actions.account.listSessions.orThrow>>[number]

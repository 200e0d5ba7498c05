import * as icons from 'lucide'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { ChangePasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/ui/toasts.ts'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { deviceName } from '#src/shared/device-name.ts'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { timeAgo } from '#src/lib/time-ago.ts'
import { Section } from '#src/ui/Section.tsx'
import { ConfirmAction, ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

const sessionsQuery = {
  queryKey: ['sessions'],
  queryFn: () => actions.account.listSessions.orThrow(),
}

export function Security({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <Section
        title="Password"
        text="Changing it signs you out everywhere else."
        action={<ChangePassword email={viewer.email} />}
      />
      <Passkeys email={viewer.email} />
      <Sessions />
    </>
  )
}

function ChangePassword({ email }: { email: string }) {
  return (
    <ExpandableForm
      label="Change"
      srSuffix="password"
      schema={ChangePasswordForm}
      onSubmit={async (values) => {
        await actions.account.changePassword.orThrow(values)
        showToast('success', noticeText.password_reset)
        // A new password also cancels a pending deletion and a change of address.
        removeStored(EMAIL_CHANGE)
        void queryClient.invalidateQueries()
      }}
      submitLabel="Update password"
    >
      <CurrentPasswordField email={email} />
      <PasswordField isNew name="newPassword" label="New password" />
    </ExpandableForm>
  )
}

function Sessions() {
  const { data, failureReason: error } = useQuery(sessionsQuery, queryClient)
  const heading = useRestoreFocus<HTMLHeadingElement>(data?.length)

  const refetchAfter = (action: Promise<unknown>) =>
    action.then(() => queryClient.invalidateQueries(sessionsQuery))

  return (
    <Section
      ref={heading}
      title="Devices"
      text={data?.length === 1 ? 'No other devices.' : 'Sign out any you don’t recognise.'}
    >
      <ErrorAlert error={error} />
      <p role="status" className="text-sm text-ink-soft">
        {!data && !error && 'Loading…'}
      </p>
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 text-sm">
            <SessionDetails session={session} />
            {!session.current && (
              <ConfirmAction
                label="Sign out"
                srSuffix={deviceName(session.device)}
                question="Sign out this device?"
                confirmLabel="Sign out"
                onConfirm={() => refetchAfter(actions.account.endSession.orThrow({ id: session.id }))}
              />
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 2 && (
        <ConfirmAction
          label="Sign out all other devices"
          question="Sign out every device but this one?"
          confirmLabel="Sign out all"
          onConfirm={() => refetchAfter(actions.account.endOtherSessions.orThrow())}
        />
      )}
    </Section>
  )
}

function SessionDetails({ session: { device, current, lastSeenAt, createdAt } }: { session: Session }) {
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

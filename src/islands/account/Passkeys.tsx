import * as icons from 'lucide'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { passkeysQuery } from '#src/lib/passkeys-query.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { timeAgo } from '#src/lib/time-ago.ts'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Section } from '#src/ui/Section.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

export function Passkeys({ email }: { email: string }) {
  const { data, failureReason: error } = useQuery(passkeysQuery, queryClient)
  const heading = useRestoreFocus<HTMLHeadingElement>(data?.passkeys.length)
  const isSupported = 'PublicKeyCredential' in window
  return (
    <Section
      ref={heading}
      title="Passkeys"
      text={isSupported ? explanation(data?.isNeeded) : 'This browser can’t use passkeys.'}
      action={isSupported && <AddPasskey email={email} />}
    >
      <ErrorAlert error={error} />
      <ul className="divide-y divide-line">
        {data?.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} email={email} />
        ))}
      </ul>
    </Section>
  )
}

function explanation(isNeeded = false): string {
  const use = 'Sign in by fingerprint, face or PIN, without your password.'
  return isNeeded ? `${use} Administrators need one here.` : use
}

export function AddPasskey({ email }: { email: string }) {
  return (
    <ExpandableForm
      label="Add a passkey"
      schema={OptionalPasswordForm}
      onSubmit={async ({ currentPassword }) => {
        const { createPasskey } = await import('#src/lib/passkeys.ts')
        await createPasskey(currentPassword)
        await refetch('passkey_added')
      }}
      submitLabel="Add a passkey"
    >
      <CurrentPasswordField email={email} />
    </ExpandableForm>
  )
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt }, email }: PasskeyItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 text-sm">
      <Icon icon={icons.KeyRound} className="text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft">
          <span>{lastUsedAt ? `Used ${timeAgo(lastUsedAt)}` : 'Not used yet'}</span>
          <span>{` · Added ${timeAgo(createdAt)}`}</span>
        </p>
      </div>
      <ExpandableForm
        label="Remove"
        srSuffix={`passkey of ${name}`}
        schema={OptionalPasswordForm}
        onSubmit={async (values) => {
          await actions.passkeys.remove.orThrow({ id, ...values })
          await refetch('passkey_removed')
        }}
        submitLabel="Remove passkey"
        variant="danger"
      >
        <CurrentPasswordField email={email} />
      </ExpandableForm>
    </li>
  )
}

async function refetch(notice: keyof typeof noticeText): Promise<void> {
  showToast('success', noticeText[notice])
  await queryClient.invalidateQueries(passkeysQuery)
}

interface PasskeyItemProps {
  passkey: Awaited<ReturnType<typeof actions.passkeys.list.orThrow>>['passkeys'][number]
  email: string
}

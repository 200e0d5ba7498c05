import { useQuery } from '@tanstack/react-query'
import { ActionError, actions } from 'astro:actions'
import { failureMessage } from '#src/shared/failure.ts'
import { EmailChangeForm } from '#src/shared/forms.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { DAY_MS } from '#src/shared/units.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { toastResult } from '#src/ui/toast-result.ts'
import { showToast } from '#src/ui/toasts.ts'
import { EMAIL_CHANGE, readStored, writeStored } from '#src/lib/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { Section } from '#src/ui/Section.tsx'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { useAddressCheck } from '#src/ui/useAddressCheck.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

export function EmailAddress({ viewer: { id, email } }: { viewer: Viewer }) {
  const [pendingEmail, setPendingEmail] = usePendingEmail(id, email)
  const checkAddress = useAddressCheck()
  const heading = useRestoreFocus<HTMLHeadingElement>(pendingEmail)
  const cancel = async () => {
    if (await toastResult(cancelChange(email), noticeText.email_change_cancelled)) setPendingEmail(null)
  }
  return (
    <Section
      ref={heading}
      title="Email"
      text={email}
      action={
        <ExpandableForm
          label={pendingEmail ? 'Send again' : 'Change'}
          srSuffix="email"
          schema={EmailChangeForm}
          onSubmit={async (values) => {
            const { newEmail } = EmailChangeForm.parse(values)
            if (newEmail !== pendingEmail) await checkAddress(newEmail)
            await actions.account.requestEmailChange.orThrow(values)
            if (pendingEmail) showToast('success', linkSentTo(values.newEmail))
            setPendingEmail(values.newEmail)
          }}
          submitLabel="Send link"
        >
          <EmailField
            name="newEmail"
            label="New email"
            autoComplete="email"
            defaultValue={pendingEmail ?? ''}
            hint="We’ll send a link there. Until you confirm it there, you sign in with your current email."
          />
          <CurrentPasswordField email={email} />
        </ExpandableForm>
      }
    >
      {pendingEmail && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            Waiting for <strong className="font-medium">{pendingEmail}</strong>: confirm it with the link in
            our email there. If none comes, check the spelling: an address that has an account gets none.
          </span>
          <Button variant="quiet" onClick={() => void cancel()}>
            Keep my current email
          </Button>
        </p>
      )}
    </Section>
  )
}

function usePendingEmail(id: string, email: string) {
  const queryKey = ['email-change', email]
  const read = () => readPendingEmail(id, email)
  // A new password cancels the change, and the link may be opened in another tab or on another device.
  const { data: pendingEmail } = useQuery(
    {
      queryKey,
      initialData: read,
      async queryFn() {
        if (queryClient.getQueryData(queryKey)) await refreshIfEmailChanged(email).catch(() => false)
        return read()
      },
    },
    queryClient,
  )
  const setPendingEmail = (newEmail: string | null) => {
    writeStored(EMAIL_CHANGE + id, newEmail && { newEmail, at: Date.now() })
    queryClient.setQueryData(queryKey, newEmail)
  }
  return [pendingEmail, setPendingEmail] as const
}

async function cancelChange(email: string): Promise<void> {
  await actions.account.cancelEmailChange.orThrow()
  if (await refreshIfEmailChanged(email))
    throw new ActionError({ code: 'CONFLICT', message: failureMessage({ code: 'email_moved' }) })
}

async function refreshIfEmailChanged(email: string): Promise<boolean> {
  const profile = await actions.account.readProfile.orThrow()
  if (profile.email === email) return false
  $viewer.set(profile)
  return true
}

// Kept for as long as the link works, in this browser alone: the server doesn't say where it sent a link, because another
// account may have that address.
function readPendingEmail(id: string, email: string): string | null {
  const stored = readStored(EMAIL_CHANGE + id) as { newEmail: string; at: number } | null
  return stored && stored.newEmail !== email && Date.now() - stored.at < DAY_MS ? stored.newEmail : null
}

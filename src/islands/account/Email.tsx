import { useQuery } from '@tanstack/react-query'
import { ActionError, actions } from 'astro:actions'
import { failureMessage } from '#src/shared/failure.ts'
import { EmailChangeForm } from '#src/shared/forms.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { DAY_MS } from '#src/shared/units.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { toastResult } from '#src/ui/problem.ts'
import { showToast } from '#src/ui/toasts.ts'
import { EMAIL_CHANGE, readStored, writeStored } from '#src/lib/storage.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { CurrentPassword, Disclosure, Section, useFocusAfter } from '#src/ui/Section.tsx'

/** The member's address, and the new one until they have confirmed it with the link that was sent there. */
export function EmailSection({ viewer: { id, email } }: { viewer: Viewer }) {
  const [waiting, keep] = useWaitingEmail(id, email)
  const heading = useFocusAfter<HTMLHeadingElement>(waiting)
  const cancel = async () => {
    if (await toastResult(endChange(email), noticeText.email_change_cancelled)) keep(null)
  }
  return (
    <Section
      ref={heading}
      title="Email"
      text={email}
      action={
        <Disclosure
          label={waiting ? 'Send again' : 'Change'}
          srSuffix="email"
          schema={EmailChangeForm}
          send={async (typed) => {
            await actions.account.requestEmailChange.orThrow(typed)
            if (waiting) showToast('success', linkSentTo(typed.newEmail))
            keep(typed.newEmail)
          }}
          submit="Send link"
        >
          <EmailField
            name="newEmail"
            label="New email"
            autoComplete="email"
            defaultValue={waiting ?? ''}
            hint="We’ll send a link there. Until you confirm it there, you sign in with your current email."
          />
          <CurrentPassword email={email} />
        </Disclosure>
      }
    >
      {waiting && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            Waiting for <strong className="font-medium">{waiting}</strong>: open the link we sent there, and
            confirm it.
          </span>
          <Button variant="quiet" onClick={() => void cancel()}>
            Keep my current email
          </Button>
        </p>
      )}
    </Section>
  )
}

/** The new address that waits for its link, or null, and what keeps another one. */
function useWaitingEmail(id: string, email: string) {
  const queryKey = ['email-change', email]
  const read = () => readWaiting(id, email)
  // A new password ends it, and the link may be confirmed in another tab or on another device.
  const { data: waiting } = useQuery(
    {
      queryKey,
      initialData: read,
      async queryFn() {
        if (queryClient.getQueryData(queryKey)) await followAddress(email).catch(() => false)
        return read()
      },
    },
    queryClient,
  )
  const keep = (newEmail: string | null) => {
    writeStored(EMAIL_CHANGE + id, newEmail && { newEmail, at: Date.now() })
    queryClient.setQueryData(queryKey, newEmail)
  }
  return [waiting, keep] as const
}

/** @throws ActionError if the link was confirmed meanwhile. */
async function endChange(email: string): Promise<void> {
  await actions.account.cancelEmailChange.orThrow()
  if (await followAddress(email))
    throw new ActionError({ code: 'CONFLICT', message: failureMessage({ code: 'email_moved' }) })
}

/** Shows the member's address if it isn't this one any more. Returns whether it has changed. */
async function followAddress(email: string): Promise<boolean> {
  const now = await actions.account.readProfile.orThrow()
  if (now.email === email) return false
  $viewer.set(now)
  return true
}

/** As long as the link works. The portal doesn't say where it sent one: whether another account has it is nobody's business. */
function readWaiting(id: string, email: string): string | null {
  const asked = readStored(EMAIL_CHANGE + id) as { newEmail: string; at: number } | null
  return asked && asked.newEmail !== email && Date.now() - asked.at < DAY_MS ? asked.newEmail : null
}

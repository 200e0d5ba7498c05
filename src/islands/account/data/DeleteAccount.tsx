import { actions } from 'astro:actions'
import { useEffect, useRef, useState } from 'react'
import { DeletionForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { signOut } from '../../sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { problemIn } from '../problem-in.ts'
import { ForPasswordManager } from '../security/ForPasswordManager.tsx'
import { ServerAlert } from '../ServerAlert.tsx'
import { useProfile } from '../use-profile.ts'

/** Says what happens before it asks for the password, and leaves a day to think again. */
export function DeleteAccount() {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section className="pt-6">
      <h3 className="text-sm font-medium">Delete my account</h3>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        Your profile, your picture, your sessions and your progress will be gone for good. You have 24 hours
        to think again: we send you a link that keeps your account.
      </p>
      {isAsked ? (
        <DeletionRequest onCancel={() => setIsAsked(false)} />
      ) : (
        <button type="button" className="mt-4 button-quiet text-ember" onClick={() => setIsAsked(true)}>
          Delete my account…
        </button>
      )}
    </section>
  )
}

function DeletionRequest({ onCancel }: { onCancel: () => void }) {
  const { email } = useProfile()
  const { problem, busy, form } = useSubmission(
    async (data) => {
      const typed = { password: text(data, 'password') }
      return problemIn(DeletionForm, typed) ?? ask(() => actions.account.requestDeletion(typed), 'unexpected')
    },
    () => void signOut(noticeText.deletion_requested),
  )
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [])

  return (
    <div ref={start} className="mt-4 rounded-control border border-ember/40 p-4">
      <form {...form} className="grid gap-4">
        <ForPasswordManager email={email} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          hint="So that nobody else can do this. You will be signed out at once."
          error={problem.fields.password}
        />
        <div>
          <ServerAlert text={problem.form} />
          <div className="flex flex-wrap gap-2">
            <Button look="danger" busy={busy} busyText="Deleting">
              Delete my account
            </Button>
            <Button look="quiet" onClick={onCancel}>
              Keep it
            </Button>
          </div>
        </div>
      </form>
    </div>
  )
}

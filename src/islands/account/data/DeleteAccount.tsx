import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { DeletionForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../../auth/ask.ts'
import { text } from '../../auth/submit.ts'
import { useSubmission } from '../../auth/useSubmission.ts'
import { signOut } from '../../sign-out.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { AccountForm } from '../AccountForm.tsx'
import { problemIn } from '../problem-in.ts'
import { useHandedFocus } from '../use-handed-focus.ts'

/** Says what happens before it asks for the password, and leaves a day to think again. */
export function DeleteAccount() {
  const [isAsked, setIsAsked] = useState(false)
  const section = useHandedFocus<HTMLElement>(isAsked, { inside: 'input:not([hidden])' })
  return (
    <section ref={section} className="pt-6">
      <h3 className="text-sm font-medium">Delete my account</h3>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        Your profile, your picture, your sessions and your progress will be gone for good. You have 24 hours
        to think again: we send you a link that keeps your account.
      </p>
      {isAsked ? (
        <div className="mt-4 rounded-control border border-ember/40 p-4">
          <DeletionRequest onCancel={() => setIsAsked(false)} />
        </div>
      ) : (
        <button type="button" className="mt-4 button-quiet text-ember" onClick={() => setIsAsked(true)}>
          Delete my account…
        </button>
      )}
    </section>
  )
}

const SAYING = { done: noticeText.deletion_requested, failed: errorText.sign_out_failed }

function DeletionRequest({ onCancel }: { onCancel: () => void }) {
  const submission = useSubmission(
    async (data) => {
      const typed = { password: text(data, 'password') }
      return problemIn(DeletionForm, typed) ?? ask(() => actions.account.requestDeletion(typed), 'unexpected')
    },
    () => void signOut(SAYING),
  )

  return (
    <AccountForm
      submission={submission}
      submit="Delete my account"
      busyText="Deleting"
      look="danger"
      cancel="Keep it"
      onCancel={onCancel}
    >
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        hint="So that nobody else can do this. You will be signed out at once."
        error={submission.problem.fields.password}
      />
    </AccountForm>
  )
}

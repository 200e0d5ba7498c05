import * as icons from '#src/shared/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from '../form/ask.ts'
import { useForm } from '../form/useForm.ts'
import { tell } from '../notices.ts'
import { signOut } from '../sign-out.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useHandedFocus } from '../ui/useFocus.ts'
import { AccountForm } from './AccountForm.tsx'
import { answerOf, failureFrom } from './queries.ts'

const FILE_NAME = 'my-data.json'

/** What is held about the member: to take along, and to have deleted. */
export function MyData() {
  return (
    <>
      <Download />
      <DeleteAccount />
    </>
  )
}

function Download() {
  const download = useMutation({
    mutationFn: () => answerOf(() => actions.account.exportData(), 'unexpected'),
    onSuccess: (data) => {
      save(JSON.stringify(data, null, 2))
      tell('success', noticeText.data_downloaded)
    },
  })

  return (
    <section className="border-b border-line pb-6">
      <h3 className="text-sm font-medium">Download my data</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Everything the portal holds about you, your picture included, as one JSON file. It holds no password.
      </p>
      <Alert failure={failureFrom(download.error)} />
      <Button look="quiet" busy={download.isPending} busyText="Gathering" onClick={() => download.mutate()}>
        <span className="inline-flex items-center gap-2">
          <Icon drawing={icons.download} className="size-4" />
          Download
        </span>
      </Button>
    </section>
  )
}

/** Says what happens before it asks for the password, and leaves a day to think again. */
function DeleteAccount() {
  const [isAsked, setIsAsked] = useState(false)
  const section = useHandedFocus<HTMLElement>(isAsked)
  return (
    <section ref={section} className="pt-6">
      <h3 className="text-sm font-medium">Delete my account</h3>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        Your profile, your picture, your sessions, your progress and your notes will be gone for good. You
        have 24 hours to think again: we send you a link that keeps your account.
      </p>
      {isAsked ? (
        <div className="mt-4 rounded-control border border-ember/40 p-4">
          <DeletionForm onCancel={() => setIsAsked(false)} />
        </div>
      ) : (
        <button type="button" className="mt-4 button-quiet text-ember" onClick={() => setIsAsked(true)}>
          Delete my account…
        </button>
      )}
    </section>
  )
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    fields: ['password'],
    rules: 'DeletionForm',
    send: (typed) => ask(() => actions.account.requestDeletion(typed), 'unexpected'),
    onDone: () => void signOut({ done: noticeText.deletion_requested, failed: errorText.sign_out_failed }),
  })

  return (
    <AccountForm
      form={form}
      submit="Delete my account"
      busyText="Deleting"
      look="danger"
      cancel="Keep it"
      onCancel={onCancel}
    >
      <PasswordField
        name="password"
        label="Password"
        hint="So that nobody else can do this. You will be signed out at once."
      />
    </AccountForm>
  )
}

/** Has the browser save a file of its own. */
function save(json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = FILE_NAME
  link.click()
  // Not at once: some browsers read it after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

import * as icons from '#src/shared/icons.ts'
import { useMutation } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { errorText } from '#src/shared/errors.ts'
import { DeletionForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { signOut } from '../sign-out.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { takeFocus, useOpening } from '../ui/useFocus.ts'
import { AccountForm } from './AccountForm.tsx'

/** What is held about the member: to take along, and to have deleted. */
export function MyData({ email }: { email: string }) {
  return (
    <>
      <Download />
      <DeleteAccount email={email} />
    </>
  )
}

function Download() {
  const download = useMutation({
    mutationFn: () => actions.account.exportData.orThrow(),
    onSuccess: (data) => {
      saveFile('my-data.json', JSON.stringify(data, null, 2))
      tell('success', noticeText.data_downloaded)
    },
  })
  return (
    <section className="border-b border-line pb-6">
      <h3 className="text-sm font-medium">Download my data</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">
        Everything the portal holds about you, your picture included, as one JSON file. It holds no password.
      </p>
      <Alert text={download.error && problemOf(download.error, 'unexpected').text} />
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
function DeleteAccount({ email }: { email: string }) {
  const { isOpen, open, close, ref } = useOpening()
  return (
    <section className="pt-6">
      <h3 className="text-sm font-medium">Delete my account</h3>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        Your profile, your picture, your sessions, your progress and your notes will be gone for good. You
        have 24 hours to think again: we send you a link that keeps your account.
      </p>
      {isOpen ? (
        <div className="mt-4 rounded-control border border-ember/40 p-4">
          <AccountForm
            rules={DeletionForm}
            send={async (typed) => {
              await actions.account.requestDeletion.orThrow(typed)
              await signOut({ done: noticeText.deletion_requested, failed: errorText.sign_out_failed })
            }}
            submit="Delete my account"
            busyText="Deleting"
            look="danger"
            email={email}
            cancel="Keep it"
            onCancel={close}
          >
            <PasswordField
              ref={takeFocus}
              name="password"
              label="Password"
              hint="So that nobody else can do this. You will be signed out at once."
            />
          </AccountForm>
        </div>
      ) : (
        <button ref={ref} type="button" className="mt-4 button-quiet text-ember" onClick={open}>
          Delete my account…
        </button>
      )}
    </section>
  )
}

/** Has the browser save a file of its own. */
function saveFile(name: string, json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  // Not at once: some browsers read it after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

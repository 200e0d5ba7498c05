import { actions } from 'astro:actions'
import { DeletionForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { download } from '#src/lib/download.ts'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { signOut } from './sign-out.ts'
import { Section } from '#src/ui/Section.tsx'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'

export function MyData({ viewer: { email } }: { viewer: Viewer }) {
  return (
    <>
      <Section
        title="Download my data"
        text="Everything we hold about you, including your picture, in one JSON file. Your password isn’t included."
        action={<Form onSubmit={downloadData} isCompact variant="quiet" submitLabel="Download" />}
      />
      <Section
        title="Delete my account"
        text="This removes your profile, picture, sessions, progress and notes for good. You have 24 hours to change your mind: we’ll email you a link to keep it."
        action={
          <ExpandableForm
            label="Delete my account…"
            schema={DeletionForm}
            onSubmit={async (values) => {
              await actions.account.requestDeletion.orThrow(values)
              await signOut(noticeText.deletion_requested)
            }}
            className="grid gap-4 rounded-control border border-danger-soft p-4"
            submitLabel="Delete my account"
            variant="danger"
          >
            <CurrentPasswordField
              email={email}
              name="password"
              label="Password"
              hint="To confirm it’s you. You’ll be signed out right away."
            />
          </ExpandableForm>
        }
      />
    </>
  )
}

async function downloadData(): Promise<void> {
  const data = await actions.account.exportData.orThrow()
  download('my-data.json', 'application/json', JSON.stringify(data, null, 2))
  showToast('success', noticeText.data_downloaded)
}

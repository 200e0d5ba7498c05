import { actions } from 'astro:actions'
import { ProfileForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { signOut } from './sign-out.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { DirectoryEntry } from './DirectoryEntry.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { Picture } from './Picture.tsx'
import { Section } from '#src/ui/Section.tsx'

export function Profile({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <Picture viewer={viewer} />
      <Form
        schema={ProfileForm}
        savedValues={{ fullName: viewer.fullName ?? '' }}
        onSubmit={async (values) => {
          $viewer.set(await actions.account.updateProfile.orThrow(values))
          showToast('success', noticeText.profile_updated)
        }}
        fallbackCode="profile_update_failed"
        className="grid gap-3 border-b border-line py-6"
        isCompact
        submitLabel="Save name"
      >
        <Field name="fullName" label="Full name" autoComplete="name" />
      </Form>
      <DirectoryEntry />
      <EmailAddress viewer={viewer} />
      <Section
        title="Sign out"
        text="To sign out one device, see Security."
        action={
          <Button variant="quiet" onClick={() => void signOut()}>
            Sign out on all devices
          </Button>
        }
      />
    </>
  )
}

import { actions } from 'astro:actions'
import { lazy, Suspense, useState } from 'react'
import { EmailChangeForm, ProfileForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { announceViewer } from '../follow-viewer.ts'
import { Form } from '../form/Form.tsx'
import { showToast } from '../notices.ts'
import { signOut } from '../sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { EmailField, Field } from '../ui/Field.tsx'
import { Picture } from './Picture.tsx'
import { CurrentPassword, Disclosure, Section } from './Section.tsx'

const Crop = lazy(() => import('./Crop.tsx'))

/** The member's name, picture and email. */
export function Profile({ viewer }: { viewer: Viewer }) {
  const [chosen, setChosen] = useState<HTMLImageElement | null>(null)

  function closeCrop() {
    if (chosen) URL.revokeObjectURL(chosen.src)
    setChosen(null)
  }

  return (
    <>
      <Suspense>
        {chosen ? <Crop image={chosen} onClose={closeCrop} /> : <Picture viewer={viewer} crop={setChosen} />}
      </Suspense>
      <div hidden={chosen !== null}>
        <Form
          rules={ProfileForm}
          send={async (typed) => {
            announceViewer(await actions.account.updateProfile.orThrow(typed))
            showToast('success', noticeText.profile_updated)
          }}
          fallback="profile_update_failed"
          unanswered="profile_update_failed"
          className="grid gap-3 border-b border-line py-6"
          isRow
          submit="Save name"
          busyText="Saving"
        >
          {/* A default value follows other tabs until something is typed here. */}
          <Field name="fullName" label="Full name" autoComplete="name" defaultValue={viewer.fullName ?? ''} />
        </Form>
        <Section
          title="Email"
          text={viewer.email}
          action={
            <Disclosure label="Change" what="email">
              {(close) => (
                <Form
                  rules={EmailChangeForm}
                  send={async (typed) => {
                    await actions.account.requestEmailChange.orThrow(typed)
                    showToast('success', noticeText.email_change_requested)
                    close()
                  }}
                  isRow
                  submit="Send link"
                  busyText="Sending"
                  onCancel={close}
                >
                  <EmailField
                    name="newEmail"
                    label="New email"
                    autoComplete="email"
                    hint="We’ll send a link there. Until you open it, you sign in with your current email."
                  />
                  <CurrentPassword email={viewer.email} />
                </Form>
              )}
            </Disclosure>
          }
        />
        <Section
          title="Sign out"
          text="Signs you out on all devices."
          action={
            <Button look="button-quiet" onClick={() => void signOut()}>
              Sign out
            </Button>
          }
        />
      </div>
    </>
  )
}

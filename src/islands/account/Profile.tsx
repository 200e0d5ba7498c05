import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { ProfileForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { Form } from '../form/Form.tsx'
import { signOut } from '../sign-out.ts'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Picture } from './Picture.tsx'
import { showChange } from './profile.ts'

/** Who the member is to others. */
export function Profile({ viewer, isShown, onChangeEmail }: Props) {
  const [isCropping, setIsCropping] = useState(false)
  return (
    <>
      <Picture viewer={viewer} isShown={isShown} onCropping={setIsCropping} />
      <div hidden={isCropping}>
        <Form
          rules={ProfileForm}
          send={(typed) =>
            showChange(actions.account.updateProfile.orThrow(typed), noticeText.profile_updated)
          }
          otherwise="profile_update_failed"
          unheard="profile_update_failed"
          className="grid gap-3 border-b border-line py-6"
          isRow
          submit="Save name"
          busyText="Saving"
        >
          {/* As its default the name is what another tab saves, until something is typed here. */}
          <Field name="fullName" label="Full name" autoComplete="name" defaultValue={viewer.fullName ?? ''} />
        </Form>
        <div className={ROW}>
          <div className="min-w-0">
            <h3 className="text-sm font-medium">Email</h3>
            <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{viewer.email}</p>
          </div>
          <button type="button" className="button-quiet whitespace-nowrap" onClick={onChangeEmail}>
            Change…<span className="sr-only"> email</span>
          </button>
        </div>
        <div className={ROW}>
          <div>
            <h3 className="text-sm font-medium">Sign out</h3>
            <p className="text-sm text-ink-soft">On all your devices at once.</p>
          </div>
          <button
            type="button"
            className="button-quiet whitespace-nowrap"
            onClick={() => void signOut({ done: noticeText.signed_out, failed: errorText.sign_out_failed })}
          >
            <Icon drawing={icons.logOut} className="size-4" />
            Sign out
          </button>
        </div>
      </div>
    </>
  )
}

const ROW = 'flex items-center justify-between gap-4 border-b border-line py-5 last:border-b-0'

interface Props {
  viewer: Viewer
  /** Whether this section is the one that is shown. */
  isShown: boolean
  onChangeEmail: () => void
}

import * as icons from '#src/shared/icons.ts'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { signOut } from '../sign-out.ts'
import { NameForm } from './NameForm.tsx'
import { Picture } from './Picture.tsx'
import { usePicture } from './usePicture.ts'
import { useProfile } from './useProfile.ts'
import { Icon } from '../ui/Icon.tsx'

/** Who the member is to others. */
export function Profile({ current, onChangeEmail }: Props) {
  const profile = useProfile()
  const picture = usePicture(current)
  const { step } = picture

  return (
    <>
      {step.at === 'cropping' && (
        <step.CropStep picture={step.picture} onUse={picture.use} onCancel={picture.cancel} />
      )}
      <div hidden={step.at === 'cropping'}>
        <Picture profile={profile} picture={picture} />
        <NameForm profile={profile} />
        <div className={ROW}>
          <div className="min-w-0">
            <h3 className="text-sm font-medium">Email</h3>
            <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">{profile.email}</p>
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
  /** Whether this section is the one that is shown. */
  current: boolean
  onChangeEmail: () => void
}

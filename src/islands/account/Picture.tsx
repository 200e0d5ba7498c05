import * as icons from '#src/shared/icons.ts'
import { useRef, useState } from 'react'
import { initials, type Viewer } from '#src/shared/viewer.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useHandedFocus } from '../ui/useFocus.ts'
import type { PictureWork } from './usePicture.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** The member's picture and what can be done about it. */
export function Picture({ profile, picture }: { profile: Viewer; picture: PictureWork }) {
  const [removing, setRemoving] = useState(false)
  const { avatarUrl } = profile
  const { work } = picture
  const isAsking = removing || picture.step.at === 'cropping' || picture.retry !== null
  const whole = useHandedFocus<HTMLDivElement>(isAsking)

  return (
    <div
      ref={whole}
      className={`rounded-control pb-6 outline-2 outline-offset-8 outline-dashed ${picture.isDropping ? 'outline-lagoon' : 'outline-transparent'}`}
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        <Face key={avatarUrl} profile={profile} busy={work !== 'none'} />
        <div className="min-w-0">
          <h3 className="text-sm font-medium">Picture</h3>
          <p className="mt-0.5 text-sm text-ink-soft">
            {picture.isDropping ? 'Drop it here.' : 'JPEG, PNG or WebP, at most 5 MB.'}
            <span className="hidden pointer-fine:inline">
              {picture.isDropping ? '' : ' You can drop or paste one, too.'}
            </span>
          </p>
        </div>
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          {removing ? (
            <Confirm
              question="Remove your picture?"
              yes="Remove"
              onYes={() => {
                setRemoving(false)
                picture.remove()
              }}
              onNo={() => setRemoving(false)}
            />
          ) : (
            <div className="mt-3 flex flex-wrap gap-2">
              <FileButton
                label={avatarUrl ? 'Change picture' : 'Choose a picture'}
                work={work}
                onFile={picture.choose}
              />
              <span className="hidden pointer-coarse:contents">
                <FileButton label="Take a picture" capture work={work} onFile={picture.choose} />
              </span>
              {avatarUrl && (
                <button
                  type="button"
                  className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink pointer-coarse:max-sm:-ml-3"
                  onClick={() => setRemoving(true)}
                >
                  Remove
                  <span className="sr-only">picture</span>
                </button>
              )}
            </div>
          )}
        </div>
      </div>
      <p role="status" className="text-sm text-ink-soft [&:not(:empty)]:mt-4">
        {doing[work]}
      </p>
      <div className="[&_p]:mb-0 [&:has(p)]:mt-4">
        <Alert failure={picture.problem} />
        {picture.retry && (
          <div className="mt-3">
            <Button look="quiet" onClick={picture.retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

const doing = {
  none: '',
  opening: 'Opening the picture…',
  uploading: 'Uploading your picture…',
  removing: 'Removing your picture…',
}

function Face({ profile, busy }: { profile: Viewer; busy: boolean }) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <span className="relative avatar size-20 bg-lagoon/10 text-xl text-lagoon-deep" aria-hidden>
      {profile.avatarUrl && !isMissing ? (
        <img src={profile.avatarUrl} alt="" onError={() => setIsMissing(true)} />
      ) : (
        initials(profile)
      )}
      {busy && (
        <span className="absolute inset-0 grid place-items-center bg-surface/70">
          <Icon drawing={icons.loaderCircle} className="size-6 animate-spin text-ink" />
        </span>
      )}
    </span>
  )
}

/** A button that has the browser ask for a file, or a phone's camera for a picture. */
function FileButton({ label, capture = false, work, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" busy={work !== 'none'} busyText={label} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={ACCEPTED}
        {...(capture && { capture: 'user' as const })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

interface FileButtonProps {
  label: string
  capture?: boolean
  work: PictureWork['work']
  onFile: (file: File) => void
}

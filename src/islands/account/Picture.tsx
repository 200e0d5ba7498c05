import { actions } from 'astro:actions'
import { useState } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { noticeText } from '#src/shared/notices.ts'
import { pictureRefusal } from '#src/shared/picture-type.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { announceViewer } from '../follow-viewer.ts'
import { showToast } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { MemberPicture } from '../viewer.tsx'
import { FileButton } from './FileButton.tsx'
import { Disclosure, useFocusAfter } from './Section.tsx'

/** Chooses or removes the member's picture. */
export function Picture({ viewer, crop }: { viewer: Viewer; crop: (picture: HTMLImageElement) => void }) {
  const { avatarUrl } = viewer
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useFocusAfter<HTMLInputElement>(avatarUrl)

  async function choose(file: File) {
    const found = await openPicture(file)
    if (typeof found === 'string') setProblem(errorText[found])
    else crop(found)
  }

  async function remove() {
    announceViewer({ ...viewer, ...(await actions.account.removeAvatar.orThrow()) })
    showToast('success', noticeText.avatar_removed)
  }

  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-5 pb-6">
      <MemberPicture className="size-20 text-xl" />
      <div className="min-w-0">
        <h3 className="text-sm font-medium">Picture</h3>
        <p className="mt-0.5 text-sm text-ink-soft">JPEG, PNG or WebP, up to 5 MB.</p>
      </div>
      <div className="col-span-2 mt-3 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
        <FileButton
          ref={chooser}
          label={avatarUrl ? 'Change picture' : 'Choose a picture'}
          accept={PICTURES}
          onFile={choose}
        />
        {avatarUrl && (
          <Disclosure
            label="Remove"
            what="picture"
            question="Remove your picture?"
            submit="Remove"
            send={remove}
          />
        )}
      </div>
      <div className="col-span-2 [&_p]:mb-0 [&:has(p)]:mt-4">
        <Alert text={problem} />
      </div>
    </div>
  )
}

const PICTURES = 'image/jpeg,image/png,image/webp'

/** Checks a file as the server does, and decodes it. Its `src` is an object URL for the caller to revoke. */
async function openPicture(file: File): Promise<HTMLImageElement | ErrorCode> {
  // By its first bytes: its name and declared type prove nothing.
  const refusal = pictureRefusal(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (refusal) return refusal
  if (file.size > AVATAR_MAX_BYTES) return 'avatar_too_large'
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } catch {
    URL.revokeObjectURL(image.src)
    return 'avatar_unreadable'
  }
}

import { ActionError, actions } from 'astro:actions'
import { useState, useTransition } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { noticeText } from '#src/shared/notices.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { pictureRefusal } from '#src/shared/picture-type.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { toFormError } from '#src/ui/form-error.ts'
import { showToast } from '#src/ui/toasts.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { ViewerAvatar } from '#src/ui/Avatar.tsx'
import { FileButton } from '#src/ui/FileButton.tsx'
import { ConfirmAction } from '#src/ui/ExpandableForm.tsx'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'

// A phone's photo has several megabytes. The server crops what is sent to a square.
const MAX_SIDE_PIXELS = 1536

export function Picture({ viewer }: { viewer: Viewer }) {
  const { avatarUrl } = viewer
  const [error, setError] = useState<string | null>(null)
  const [isUploading, startUpload] = useTransition()
  const fileInput = useRestoreFocus<HTMLInputElement>(avatarUrl)

  async function upload(file: File) {
    const picture = await preparePicture(file)
    if (typeof picture === 'string') return errorText[picture]
    try {
      await sendPicture(picture)
    } catch (error) {
      return uploadErrorText(error)
    }
    showToast('success', noticeText.avatar_updated)
    // The picture is saved, so if the refetch fails, the next page shows it.
    const profile = await actions.account.readProfile().catch(() => null)
    if (profile?.data) $viewer.set(profile.data)
    return null
  }

  async function remove() {
    $viewer.set({ ...viewer, ...(await actions.account.removeAvatar.orThrow()) })
  }

  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-5 pb-6">
      <ViewerAvatar className="size-20 text-subheading" />
      <div className="min-w-0">
        <h3 className="text-sm font-medium">Picture</h3>
        <p className="mt-0.5 text-sm text-ink-soft">JPEG, PNG or WebP, up to 5 MB.</p>
      </div>
      <div className="col-span-2 mt-3 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
        <FileButton
          ref={fileInput}
          label={isUploading ? 'Uploading' : selectLabel(viewer)}
          accept={ACCEPTED_TYPES}
          aria-disabled={isUploading}
          onFileSelect={(file) => {
            setError(null)
            startUpload(async () => setError(await upload(file)))
          }}
        />
        {avatarUrl && (
          <ConfirmAction
            label="Remove"
            srSuffix="picture"
            question="Remove your picture?"
            confirmLabel="Remove"
            onConfirm={remove}
            fallbackCode="profile_update_failed"
          />
        )}
      </div>
      <div className="col-span-2 [&_p]:mb-0 [&:has(p)]:mt-4">
        <Alert text={error} />
      </div>
    </div>
  )
}

function uploadErrorText(error: unknown): string | null {
  const { code, text } = toFormError(error, 'avatar_upload_failed')
  return code === 'not_signed_in' ? errorText.avatar_not_signed_in : text
}

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp'

function selectLabel({ avatarUrl }: Viewer): string {
  return avatarUrl ? 'Change picture' : 'Choose a picture'
}

async function preparePicture(file: File): Promise<Blob | ErrorCode> {
  // The first bytes decide: a file's name and declared type prove nothing.
  const refusal = pictureRefusal(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (refusal) return refusal
  if (file.size > AVATAR_MAX_BYTES) return 'avatar_too_large'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'avatar_unreadable'
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(picture.width, picture.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  if (!isCanvasReadable()) return file
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.92 }).catch(() => 'avatar_unreadable' as const)
}

// Some browsers return noise from a canvas, against fingerprinting.
function isCanvasReadable(): boolean {
  const context = new OffscreenCanvas(2, 1).getContext('2d')
  if (!context) return false
  context.fillStyle = '#f00'
  context.fillRect(0, 0, 1, 1)
  context.fillStyle = '#0f0'
  context.fillRect(1, 0, 1, 1)
  return context.getImageData(0, 0, 2, 1).data.join() === '255,0,0,255,0,255,0,255'
}

// The action takes the picture itself as its body; Astro's client only sends forms and JSON.
async function sendPicture(body: Blob): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body, headers })
  if (!response.ok) throw ActionError.fromJson(await response.json())
}

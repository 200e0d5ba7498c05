import { ActionError, actions } from 'astro:actions'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { initials, type Viewer } from '#src/shared/viewer.ts'
import { announceViewer } from '../follow-viewer.ts'
import { tellResult } from '../form/problem.ts'
import { tell } from '../notices.ts'
import { Alert } from '../ui/Alert.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { CropStep } from './CropStep.tsx'
import { cutSquare, openPicture, type OpenedPicture, type Square } from './picture-file.ts'

/** The member's picture: chosen, dropped or pasted, then cropped and uploaded; or removed. */
export function Picture({ viewer, isShown, onCropping }: Props) {
  const { avatarUrl } = viewer
  const [opened, setOpened] = useState<OpenedPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  useGivenFiles((file) => isShown && !opened && void choose(file))
  // The button that was pressed may be gone.
  useEffect(() => {
    if (isShown && document.activeElement === document.body) chooser.current?.focus()
  }, [isShown, opened, avatarUrl])

  async function choose(file: File) {
    const found = await openPicture(file)
    setProblem(typeof found === 'string' ? errorText[found] : null)
    if (typeof found !== 'string') show(found)
  }

  async function upload(area: Square) {
    const square = opened && (await cutSquare(opened, area))
    if (square) await sendPicture(square)
    await showProfile()
    tell('success', noticeText.avatar_updated)
    show(null)
  }

  function show(picture: OpenedPicture | null) {
    if (opened) URL.revokeObjectURL(opened.image.src)
    setOpened(picture)
    onCropping(picture !== null)
  }

  const remove = () =>
    tellResult(
      actions.account.removeAvatar.orThrow().then(showProfile),
      noticeText.avatar_removed,
      'profile_update_failed',
    )

  if (opened) return <CropStep url={opened.image.src} send={upload} onCancel={() => show(null)} />
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-5 pb-6">
      <Face key={avatarUrl} viewer={viewer} />
      <div className="min-w-0">
        <h3 className="text-sm font-medium">Picture</h3>
        <p className="mt-0.5 text-sm text-ink-soft">
          JPEG, PNG or WebP, at most 5 MB.
          <span className="hidden pointer-fine:inline"> Or drag and drop, or paste.</span>
        </p>
      </div>
      <div className="col-span-2 mt-3 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
        <FileButton ref={chooser} label={avatarUrl ? 'Change picture' : 'Choose a picture'} onFile={choose} />
        <span className="hidden pointer-coarse:contents">
          <FileButton label="Take a picture" capture="user" onFile={choose} />
        </span>
        {avatarUrl && (
          <Confirm
            label="Remove"
            what="picture"
            question="Remove your picture?"
            yes="Remove"
            onYes={remove}
          />
        )}
      </div>
      <div className="col-span-2 [&_p]:mb-0 [&:has(p)]:mt-4">
        <Alert text={problem} />
      </div>
    </div>
  )
}

function Face({ viewer }: { viewer: Viewer }) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <span className="avatar size-20 bg-lagoon/10 text-xl text-lagoon-deep" aria-hidden>
      {viewer.avatarUrl && !isMissing ? (
        <img src={viewer.avatarUrl} alt="" onError={() => setIsMissing(true)} />
      ) : (
        initials(viewer)
      )}
    </span>
  )
}

/** Opens the browser's file dialog, or the camera of a phone. */
function FileButton({ label, onFile, ...input }: FileButtonProps) {
  return (
    <label className="relative button-quiet has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      {label}
      <input
        {...input}
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0 file:hidden"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (file) void onFile(file)
        }}
      />
    </label>
  )
}

/** Takes a file that is dropped anywhere on the page, or pasted. */
function useGivenFiles(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const file = data?.files[0]
    // Office programs add a picture to copied text; a field takes the text.
    if (!file || (event.target instanceof HTMLInputElement && data.types.includes('text/plain'))) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    // Without this the browser opens the file in place of the page.
    addEventListener('dragover', (event) => event.preventDefault(), { signal })
    return () => stop.abort()
  }, [])
}

async function showProfile(): Promise<void> {
  announceViewer(await actions.account.readProfile.orThrow())
}

/** The action takes the picture itself as its body; Astro's client only sends forms and JSON. */
async function sendPicture(picture: Blob): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body: picture, headers })
  if (!response.ok) throw ActionError.fromJson(await response.json())
}

interface Props {
  viewer: Viewer
  /** Whether its section is on the screen. */
  isShown: boolean
  onCropping: (isCropping: boolean) => void
}

interface FileButtonProps extends ComponentProps<'input'> {
  label: string
  onFile: (file: File) => Promise<void>
}

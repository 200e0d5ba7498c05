import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { initials, type Viewer } from '#src/shared/viewer.ts'
import { problemOf } from '../form/problem.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CropStep } from './CropStep.tsx'
import { cutSquare, openPicture, type OpenedPicture, type Square } from './picture-file.ts'
import { sendPicture, showChange } from './profile.ts'

/** The member's picture and what can be done about it. The old one stays until the new one is there. */
export function Picture({ viewer, isShown, onCropping }: Props) {
  const { avatarUrl } = viewer
  const [opened, setOpened] = useState<OpenedPicture | null>(null)
  const [work, setWork] = useState<keyof typeof doing>('none')
  const [problem, setProblem] = useState<string | null>(null)
  /** What was not sent, to be sent again. */
  const [unsent, setUnsent] = useState<Blob | null>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const canTake = isShown && work === 'none' && !opened
  const isDropping = useDroppedFiles((file) => canTake && void choose(file)) && canTake
  // What had the focus may be gone with what was pressed.
  useEffect(() => {
    if (document.activeElement === document.body) chooser.current?.focus()
  }, [opened, unsent, avatarUrl])

  async function run(kind: keyof typeof doing, otherwise: ErrorCode, job: () => Promise<void>) {
    setWork(kind)
    setProblem(null)
    setUnsent(null)
    try {
      await job()
    } catch (error) {
      setProblem(problemOf(error, otherwise, otherwise).text)
    }
    setWork('none')
  }

  const choose = (file: File) =>
    run('opening', 'avatar_unreadable', async () => {
      const found = await openPicture(file)
      if (typeof found === 'string') setProblem(errorText[found])
      else show(found)
    })

  const upload = (square: Blob) =>
    run('uploading', 'avatar_upload_failed', async () => {
      setUnsent(square)
      await showChange(sendPicture(square), noticeText.avatar_updated)
      setUnsent(null)
    })

  const remove = () =>
    run('removing', 'profile_update_failed', () =>
      showChange(actions.account.removeAvatar.orThrow(), noticeText.avatar_removed),
    )

  async function use(area: Square) {
    const square = opened && (await cutSquare(opened, area))
    show(null)
    if (square) await upload(square)
    else setProblem(errorText.avatar_unreadable)
  }

  function show(picture: OpenedPicture | null) {
    if (opened) URL.revokeObjectURL(opened.url)
    setOpened(picture)
    onCropping(picture !== null)
  }

  if (opened)
    return <CropStep picture={opened} onUse={(area) => void use(area)} onCancel={() => show(null)} />
  return (
    <div
      className={`rounded-control pb-6 outline-2 outline-offset-8 outline-dashed ${isDropping ? 'outline-lagoon' : 'outline-transparent'}`}
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-5">
        <Face key={avatarUrl} viewer={viewer} isBusy={work !== 'none'} />
        <div className="min-w-0">
          <h3 className="text-sm font-medium">Picture</h3>
          <p className="mt-0.5 text-sm text-ink-soft">
            {isDropping ? 'Drop it here.' : 'JPEG, PNG or WebP, at most 5 MB.'}
            <span className="hidden pointer-fine:inline">
              {isDropping ? '' : ' You can drop or paste one, too.'}
            </span>
          </p>
        </div>
        <div className="col-span-2 mt-3 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
          <FileButton
            ref={chooser}
            label={avatarUrl ? 'Change picture' : 'Choose a picture'}
            isBusy={work !== 'none'}
            onFile={(file) => void choose(file)}
          />
          <span className="hidden pointer-coarse:contents">
            <FileButton
              label="Take a picture"
              capture
              isBusy={work !== 'none'}
              onFile={(file) => void choose(file)}
            />
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
      </div>
      <p role="status" className="text-sm text-ink-soft [&:not(:empty)]:mt-4">
        {doing[work]}
      </p>
      <div className="[&_p]:mb-0 [&:has(p)]:mt-4">
        <Alert text={problem} />
        {problem && unsent && (
          <div className="mt-3">
            <Button look="quiet" onClick={() => void upload(unsent)}>
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

function Face({ viewer, isBusy }: { viewer: Viewer; isBusy: boolean }) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <span className="relative avatar size-20 bg-lagoon/10 text-xl text-lagoon-deep" aria-hidden>
      {viewer.avatarUrl && !isMissing ? (
        <img src={viewer.avatarUrl} alt="" onError={() => setIsMissing(true)} />
      ) : (
        initials(viewer)
      )}
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center bg-surface/70">
          <Icon drawing={icons.loaderCircle} className="size-6 animate-spin text-ink" />
        </span>
      )}
    </span>
  )
}

/** A button that has the browser ask for a file, or a phone's camera for a picture. */
function FileButton({ ref = null, label, capture = false, isBusy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={ref} look="quiet" busy={isBusy} busyText={label} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/jpeg,image/png,image/webp"
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

/** Takes files that are dropped anywhere on the page, or pasted: the browser does not open them in place of the page. */
function useDroppedFiles(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const file = data?.files[0]
    // Words copied in an office program come with a picture of themselves; a field wants the words.
    if (!file || (event.target instanceof HTMLInputElement && data.types.includes('text/plain'))) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    addEventListener('dragleave', ({ relatedTarget }) => setIsOver(relatedTarget !== null), { signal })
    addEventListener('dragover', dragOver, { signal })
    addEventListener('drop', drop, { signal })
    return () => stop.abort()

    function dragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    function drop(event: DragEvent) {
      setIsOver(false)
      take(event, event.dataTransfer)
    }
  }, [])
  return isOver
}

interface Props {
  viewer: Viewer
  /** Whether its section is the one that is shown. */
  isShown: boolean
  onCropping: (isCropping: boolean) => void
}

interface FileButtonProps {
  ref?: Ref<HTMLButtonElement> | null
  label: string
  capture?: boolean
  isBusy: boolean
  onFile: (file: File) => void
}

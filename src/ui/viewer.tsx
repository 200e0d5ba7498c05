import { useSyncExternalStore } from 'react'
import {
  initials,
  type Placeholder,
  placeholders,
  VIEWER_ELEMENT_ID,
  type Viewer,
} from '#src/shared/viewer.ts'
import { VIEWER_EVENT } from '../lib/follow-viewer.ts'

/** The member this page is shown to, as they last changed themselves here. null at build time. */
export function useViewer(): Viewer | null {
  const json = useSyncExternalStore(subscribe, readBlock, readBlock)
  return json ? (JSON.parse(json) as Viewer) : null
}

function readBlock(): string | null {
  if (typeof document === 'undefined') return null
  return document.getElementById(VIEWER_ELEMENT_ID)?.textContent ?? null
}

function subscribe(onChange: () => void): () => void {
  addEventListener(VIEWER_EVENT, onChange)
  return () => removeEventListener(VIEWER_EVENT, onChange)
}

/** The member's picture over their initials; follow-viewer.ts hides one that cannot be loaded. */
export function MemberPicture({ className = 'size-8 text-xs' }: { className?: string }) {
  const viewer = useViewer()
  const url = viewer && placeholders.picture(viewer)
  return (
    <span className={`avatar bg-accent-wash text-accent-deep ${className}`} aria-hidden="true">
      <span data-viewer="picture">
        {viewer === null ? '[[viewer:picture]]' : url && <img key={url} src={url} alt="" />}
      </span>
      <ViewerMark is="initials" />
    </span>
  )
}

/** Somebody's picture over their initials. */
export function Portrait({ of, className = 'size-8 text-xs' }: PortraitProps) {
  return (
    <span className={`avatar shrink-0 bg-accent-wash text-accent-deep ${className}`} aria-hidden="true">
      <span>{of.avatarUrl && <img src={of.avatarUrl} alt="" loading="lazy" />}</span>
      <span>{initials(of)}</span>
    </span>
  )
}

/** A fact about the member. At build time it is a marker that the gate replaces. */
function ViewerMark({ is }: { is: Exclude<Placeholder, 'picture'> }) {
  const viewer = useViewer()
  return <span data-viewer={is}>{viewer ? placeholders[is](viewer) : `[[viewer:${is}]]`}</span>
}

interface PortraitProps {
  of: Pick<Viewer, 'fullName' | 'avatarUrl'> & { email: string | null }
  className?: string
}

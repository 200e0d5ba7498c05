import { useSyncExternalStore } from 'react'
import { type Placeholder, placeholders, type Viewer } from '#src/shared/viewer.ts'
import { hearOfViewer } from './follow-viewer.ts'
import { readViewer } from './read-viewer.ts'

/** The member this page is shown to, as any tab of this browser last changed them. null while pages are built. */
export function useViewer(): Viewer | null {
  return useSyncExternalStore(subscribe, current, current)
}

let viewer: Viewer | null = null

function current(): Viewer | null {
  if (typeof document === 'undefined') return null
  viewer ??= readViewer()
  return viewer
}

function subscribe(onChange: () => void): () => void {
  return hearOfViewer((changed) => {
    viewer = changed
    onChange()
  })
}

/** The member's picture over their initials; follow-viewer.ts hides one that cannot be loaded. */
export function MemberPicture({ className = 'size-8 text-xs' }: { className?: string }) {
  const viewer = useViewer()
  const url = viewer && placeholders.picture(viewer)
  return (
    <span className={`avatar bg-lagoon/10 text-lagoon-deep ${className}`} aria-hidden="true">
      <span data-viewer="picture">
        {viewer === null && '[[viewer:picture]]'}
        {url && <img key={url} src={url} alt="" />}
      </span>
      <ViewerMark is="initials" />
    </span>
  )
}

/** Something of the member who looks at the page. While pages are built it is the marker that the gate writes over. */
export function ViewerMark({ is }: { is: Exclude<Placeholder, 'picture'> }) {
  const viewer = useViewer()
  return <span data-viewer={is}>{viewer ? placeholders[is](viewer) : `[[viewer:${is}]]`}</span>
}

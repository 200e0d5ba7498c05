import { useSyncExternalStore } from 'react'
import type { Viewer } from '#src/shared/viewer.ts'
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

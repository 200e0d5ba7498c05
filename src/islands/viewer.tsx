import { createContext, type ReactNode, use, useState } from 'react'
import type { Viewer } from '#src/shared/viewer.ts'
import { readViewer } from './read-viewer.ts'

const ViewerContext = createContext<Viewer | null>(null)

/** Hands the member that the gate wrote into this page to the islands inside; only a browser has one to read. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const [viewer] = useState(readViewer)
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

/** The member who looks at this page. Throws outside of a `ViewerProvider`. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('useViewer is used outside of a ViewerProvider.')
  return viewer
}

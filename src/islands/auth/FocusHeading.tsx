import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'

/** Moves the focus to the heading when the screen changes, so that screen readers follow. */
export function FocusHeading({ screen, children }: { screen: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const shownScreen = useRef(screen)
  useEffect(() => {
    if (shownScreen.current === screen) return
    shownScreen.current = screen
    container.current?.querySelector('h1')?.focus()
  }, [screen])
  return (
    <div ref={container}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </div>
  )
}

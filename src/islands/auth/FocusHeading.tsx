import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'

/** Moves the focus to the heading when the screen changes, so that screen readers follow. */
export function FocusHeading({ current, children }: { current: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    place.current?.querySelector('h1')?.focus()
  }, [current])
  return (
    <div ref={place}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </div>
  )
}

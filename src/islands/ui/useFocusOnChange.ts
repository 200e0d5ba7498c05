import { type RefObject, useEffect, useRef } from 'react'

/** Whoever cannot see the screen change hears its new heading; the first screen takes no focus. */
export function useFocusOnChange(screen: string | number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    heading.current?.focus()
  }, [screen])
  return heading
}

import { useEffect, useRef } from 'react'

/**
 * Returns a ref of the element that gets the focus when `data` or `more` has changed and the button that had it is gone. The first
 * data that is read moves no focus.
 */
export function useRestoreFocus<Focused extends HTMLElement>(data: unknown, more?: unknown) {
  const element = useRef<Focused>(null)
  const earlierData = useRef<unknown>(undefined)
  useEffect(() => {
    if (earlierData.current !== undefined) focusUnlessMoved(element.current)
    earlierData.current = data
  }, [data, more])
  return element
}

/** Focuses it only if nothing else has the focus, which may have moved on meanwhile. */
export function focusUnlessMoved(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

/** docs/product.md, Timing. */
const OPENS_AFTER_MS = 150
/** Long enough to cross from the icon to the flyout. */
const CLOSES_AFTER_MS = 200

/**
 * Opens what belongs to an element beside it: when a pointer rests on it, and while the focus is in it. Escape and leaving
 * close it.
 *
 * @returns where it is to begin, in pixels from the window's upper edge; null while it is closed.
 */
export function useFlyout(enabled: boolean) {
  const [top, setTop] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDismissed = useRef(false)
  const ref = useRef<HTMLLIElement>(null)

  const openBeside = (element: HTMLElement) =>
    setTop(Math.min(element.getBoundingClientRect().top, innerHeight - 280))
  const after = (ms: number, change: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(change, ms)
  }
  useEffect(() => {
    const element = ref.current
    // The pointer that woke the island came before this listened.
    if (enabled && element?.matches(':hover'))
      timer.current = setTimeout(() => openBeside(element), OPENS_AFTER_MS)
    return () => clearTimeout(timer.current)
  }, [enabled])

  return {
    top: enabled ? top : null,
    props: {
      ref,
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        if (enabled && pointerType === 'mouse') after(OPENS_AFTER_MS, () => openBeside(currentTarget))
      },
      onPointerLeave: () => after(CLOSES_AFTER_MS, () => setTop(null)),
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
        if (enabled && !isDismissed.current && target.matches(':focus-visible')) openBeside(currentTarget)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.contains(relatedTarget)) return
        isDismissed.current = false
        after(0, () => setTop(null))
      },
      onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
        if (key !== 'Escape' || top === null) return
        isDismissed.current = true
        currentTarget.querySelector('a')?.focus()
        setTop(null)
      },
    },
  }
}

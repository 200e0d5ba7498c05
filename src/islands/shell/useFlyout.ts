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

  useEffect(() => () => clearTimeout(timer.current), [])

  const openBeside = (element: HTMLElement) =>
    setTop(Math.min(element.getBoundingClientRect().top, innerHeight - 280))
  const after = (ms: number, change: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(change, ms)
  }
  return {
    top: enabled ? top : null,
    props: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        if (enabled && pointerType === 'mouse') after(OPENS_AFTER_MS, () => openBeside(currentTarget))
      },
      onPointerLeave: () => after(CLOSES_AFTER_MS, () => setTop(null)),
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
        if (enabled && target.matches(':focus-visible')) openBeside(currentTarget)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) after(0, () => setTop(null))
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') setTop(null)
      },
    },
  }
}

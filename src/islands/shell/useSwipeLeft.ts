import { useEffect, useEffectEvent, type RefObject } from 'react'

/** A finger that moved so far to the left means it. */
const CLOSE_AFTER_PX = 56

/** Lets a finger push something off to the left; one that moves up or down scrolls as ever. */
export function useSwipeLeft(ref: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  const swiped = useEffectEvent(onSwipe)

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    let start: Touch | null = null
    let moved = 0

    const follow = (touch: Touch | null) => {
      start = touch
      moved = 0
      element.style.removeProperty('translate')
    }
    element.addEventListener(
      'touchstart',
      ({ touches }) => follow(touches.length === 1 ? touches.item(0) : null),
      options,
    )
    element.addEventListener(
      'touchmove',
      ({ touches: [touch] }) => {
        if (!start || !touch) return
        const x = touch.clientX - start.clientX
        const y = touch.clientY - start.clientY
        if (moved === 0 && Math.abs(y) > Math.abs(x)) {
          follow(null)
          return
        }
        moved = Math.min(0, x)
        element.style.translate = `${moved}px 0`
      },
      options,
    )
    element.addEventListener(
      'touchend',
      () => {
        if (moved < -CLOSE_AFTER_PX) swiped()
        follow(null)
      },
      options,
    )
    element.addEventListener('touchcancel', () => follow(null), options)
    return () => stop.abort()
  }, [ref])
}

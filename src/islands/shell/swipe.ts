/** A finger that moved so far to the left means it. */
const CLOSE_AFTER_PX = 56

/** Lets a finger push something off to the left; one that moves up or down scrolls as ever. */
export function closeOnSwipe(element: HTMLElement, close: () => void): void {
  let start: Touch | null = null
  let moved = 0

  element.addEventListener('touchstart', ({ touches }) => follow(touches.length === 1 ? touches[0] : null), {
    passive: true,
  })
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
    { passive: true },
  )
  element.addEventListener('touchend', () => {
    if (moved < -CLOSE_AFTER_PX) close()
    follow(null)
  })
  element.addEventListener('touchcancel', () => follow(null))

  function follow(touch: Touch | null | undefined) {
    start = touch ?? null
    moved = 0
    element.style.removeProperty('translate')
  }
}

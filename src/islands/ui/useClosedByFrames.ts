import { useEffect, useRef } from 'react'

/**
 * A press beside a popover closes it, but one on a frame is heard by the frame alone: all the browser tells of it is that
 * the focus has gone there.
 */
export function useClosedByFrames() {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const onBlur = () => {
      // Not every browser has moved the focus by now.
      setTimeout(() => {
        if (document.activeElement instanceof HTMLIFrameElement) ref.current?.hidePopover()
      })
    }
    addEventListener('blur', onBlur)
    return () => removeEventListener('blur', onBlur)
  }, [])

  return ref
}

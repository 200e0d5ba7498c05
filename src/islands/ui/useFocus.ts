import { type RefObject, useEffect, useRef, useState } from 'react'

/** People who cannot see the screen change hear its new heading; the first screen takes no focus. */
export function useFocusOnChange(screen: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    heading.current?.focus()
  }, [screen])
  return heading
}

/** As a `ref`: the element has the focus from the start. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** For a button in place of which something opens: its `ref` gives it the focus back when that closes. */
export function useOpening(): Opening {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  return {
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
    ref: state === 'closed' ? takeFocus : null,
  }
}

export interface Opening {
  isOpen: boolean
  open: () => void
  close: () => void
  ref: typeof takeFocus | null
}

import { type RefObject, useEffect, useRef } from 'react'

/** Whoever cannot see the screen change hears its new heading; the first screen takes no focus. */
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

/**
 * Something opens in place of a button and closes again. The focus goes to its first field when it opens, unless it
 * takes the focus by itself, and to the first button when it closes, unless the focus is somewhere else by then: never
 * back to the start of the dialog.
 *
 * @param opening 0 or false while it is closed; another number for another opening, which gets the focus anew.
 * @returns the element around both.
 */
export function useHandedFocus<Around extends HTMLElement>(
  opening: boolean | number,
): RefObject<Around | null> {
  const around = useRef<Around>(null)
  const last = useRef<boolean | number>(false)
  useEffect(() => {
    if (opening === last.current || (!opening && !last.current)) return
    last.current = opening
    if (!around.current || (!opening && isElsewhere(around.current))) return
    around.current.querySelector<HTMLElement>(opening ? 'input:not([hidden])' : 'button')?.focus()
  }, [opening])
  return around
}

/** What had it and is gone leaves it to whatever stands around. */
function isElsewhere(around: Element): boolean {
  const focused = document.activeElement
  return focused !== null && !focused.contains(around) && !around.contains(focused)
}

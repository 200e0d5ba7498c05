import { type RefObject, useEffect, useRef } from 'react'

/**
 * Something opens in place of a button and closes again. The focus goes to the first of `inside` when it opens, and to
 * the first of `after` when it closes, unless it is somewhere else by then: never back to the start of the dialog.
 *
 * @returns the element around both.
 */
export function useHandedFocus<Around extends HTMLElement>(
  isOpen: boolean,
  { inside, after = 'button' }: Stops,
): RefObject<Around | null> {
  const around = useRef<Around>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (!around.current || (!isOpen && isElsewhere(around.current))) return
    const next = isOpen ? inside : after
    if (next) around.current.querySelector<HTMLElement>(next)?.focus()
  }, [isOpen, inside, after])
  return around
}

/** What had it and is gone leaves it to whatever stands around. */
function isElsewhere(around: Element): boolean {
  const focused = document.activeElement
  return focused !== null && !focused.contains(around) && !around.contains(focused)
}

/** As selectors. */
interface Stops {
  /** Left out where what opens takes the focus by itself. */
  inside?: string
  after?: string
}

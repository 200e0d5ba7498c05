import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type ToggleEvent,
} from 'react'
import { holdPage } from '../ui/hold-page.ts'
import { isSmallScreen, onLargeScreen } from './screen.ts'
import { useSwipeLeft } from './useSwipeLeft.ts'

/**
 * The navigation over the page of a small screen. The browser opens and closes it without a script; with one it keeps
 * the keyboard inside, holds the page behind it and gives the focus back to whatever opened it.
 */
export function useSheet(sheet: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const release = useRef<(() => void) | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  useSwipeLeft(sheet, () => sheet.current?.hidePopover())
  useEffect(() => {
    const hide = () => sheet.current?.hidePopover()
    const stop = onLargeScreen(hide)
    // Whoever comes back to this page wants the page.
    addEventListener('pagehide', hide)
    return () => {
      stop()
      removeEventListener('pagehide', hide)
    }
  }, [sheet])

  useLayoutEffect(() => {
    // It may have been opened while this island was on its way.
    if (!sheet.current?.matches(':popover-open')) return
    opener.current = document.activeElement as HTMLElement
    release.current ??= holdPage()
    opened(sheet.current)
  }, [sheet])

  function opened(element: HTMLElement) {
    setIsOpen(true)
    stopsOf(element)
      .find((stop) => stop.matches('[popovertargetaction=hide]'))
      ?.focus()
  }

  return {
    /** What the sheet is to be given: it is a dialog while it is open, else a part of the page. */
    props: {
      role: isOpen ? 'dialog' : 'complementary',
      'aria-modal': isOpen || undefined,
      onBeforeToggle: ({ newState }: ToggleEvent) => {
        if (newState !== 'open') return
        opener.current = document.activeElement as HTMLElement
        // At once: a frame behind the sheet would take the very next press, and the browser never hear that it is to close.
        release.current ??= holdPage()
      },
      onToggle: ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
        if (newState === 'open') {
          opened(currentTarget)
          return
        }
        setIsOpen(false)
        if (!release.current) return
        release.current()
        release.current = null
        opener.current?.focus()
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (isOpen && event.key === 'Tab') goRound(event)
      },
    },
    toggle: () => sheet.current?.togglePopover(),
    isSmallScreen,
  }
}

/** After the last stop comes the first again, and the other way round. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const stops = stopsOf(event.currentTarget)
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  const other = event.shiftKey ? stops.at(-1) : stops[0]
  other?.focus()
}

function stopsOf(sheet: HTMLElement): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>('a, button, summary')].filter((stop) =>
    stop.checkVisibility({ contentVisibilityAuto: true }),
  )
}

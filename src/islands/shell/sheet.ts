import { holdPage } from '../ui/hold-page.ts'
import { onLargeScreen } from './screen.ts'
import { closeOnSwipe } from './swipe.ts'

/**
 * The navigation over the page. The browser opens and closes it without a script; with one it keeps the keyboard
 * inside, holds the page behind it and gives the focus back to whatever opened it.
 */
export function keepSheet(sheet: HTMLElement): void {
  let letGo: (() => void) | null = null
  let opener: HTMLElement | null = null

  sheet.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return
    opener = whoAsked()
    // At once: a frame behind the sheet would take the very next press, and the browser never hear that it is to close.
    letGo ??= holdPage()
  })
  sheet.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') open()
    else close()
  })
  sheet.addEventListener('keydown', (event) => {
    if (letGo && event.key === 'Tab') goRound(sheet, event)
  })
  closeOnSwipe(sheet, () => sheet.hidePopover())
  onLargeScreen(() => sheet.hidePopover())
  // Whoever comes back to this page wants the page.
  addEventListener('pagehide', () => sheet.hidePopover())

  function open() {
    sheet.role = 'dialog'
    sheet.ariaModal = 'true'
    sheet.querySelector<HTMLElement>('[popovertargetaction=hide]')?.focus()
  }

  function close() {
    if (!letGo) return
    letGo()
    letGo = null
    sheet.role = 'complementary'
    sheet.ariaModal = null
    opener?.focus()
  }
}

/** Some browsers do not focus a button that is pressed. */
function whoAsked(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== document.body
    ? focused
    : document.querySelector('[popovertarget=navigation]')
}

/** After the last stop comes the first again, and the other way round. */
function goRound(sheet: HTMLElement, event: KeyboardEvent): void {
  const stops = [...sheet.querySelectorAll<HTMLElement>('a, button, summary')].filter((stop) =>
    stop.checkVisibility({ contentVisibilityAuto: true }),
  )
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  const other = event.shiftKey ? stops.at(-1) : stops[0]
  other?.focus()
}

import { opensPalette } from '../keys.ts'
import { holdPage } from '../ui/hold-page.ts'

/** Of the dialog, which stands in every members' page. */
export const PALETTE_ID = 'palette'

/**
 * Opens the palette with Ctrl/Cmd+K, with `/` outside of text fields, and for a press on what carries `data-palette`.
 * The dialog and its field are HTML: what is typed before their script is here stands in the field.
 */
export function watchPalette(): void {
  addEventListener('keydown', (event) => {
    if (!opensPalette(event) || isBehindAnother()) return
    event.preventDefault()
    if (!event.repeat) togglePalette()
  })
  // Ahead of the islands, which would hold a press until they are awake.
  addEventListener(
    'click',
    (event) => {
      if (!(event.target as Element).closest('[data-palette]')) return
      event.stopPropagation()
      openPalette()
    },
    true,
  )
}

/** @param opener gets the focus at the end where what has it now is gone by then. */
export function openPalette(opener = openerOfMenu()): void {
  const dialog = findDialog()
  if (!dialog || dialog.open) return
  const release = holdPage()
  const closed = () => {
    release()
    const focused = document.activeElement
    if (focused === document.body || dialog.contains(focused)) opener?.focus()
  }
  dialog.addEventListener('close', closed, { once: true })
  dialog.showModal()
  dialog.querySelector('input')?.focus()
}

function togglePalette(): void {
  const dialog = findDialog()
  if (dialog?.open) dialog.close()
  else openPalette()
}

/** Somebody is at work in another dialog, and what they typed there must not be left behind. */
function isBehindAnother(): boolean {
  return document.querySelector('[role$=dialog][data-open]') !== null
}

/** What opened the menu that is closed by it. */
function openerOfMenu(): HTMLElement | null {
  const menu = document.activeElement?.closest('[popover]')
  return document.querySelector(`[popovertarget="${menu?.id}"]:not([popovertargetaction])`)
}

function findDialog(): HTMLDialogElement | null {
  return document.getElementById(PALETTE_ID) as HTMLDialogElement | null
}

import { opensPalette } from '../keys.ts'

/** Of the dialog, which stands in every members' page. */
export const PALETTE_ID = 'palette'

/**
 * Opens the palette with Ctrl/Cmd+K and with `/` outside of text fields. Its buttons open it without a script; with
 * one they may say what is searched: `value="videos"`, and words to begin with in `data-query`.
 */
export function watchPalette(): void {
  addEventListener('keydown', (event) => {
    // In another dialog something may have been typed, which must not be left behind.
    if (
      !opensPalette(event) ||
      document.querySelector(`dialog:modal:not(#${PALETTE_ID}), [role$=dialog][data-open]`)
    )
      return
    event.preventDefault()
    if (!event.repeat) toggle()
  })
  addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(`[commandfor=${PALETTE_ID}]`)
    if (!button) return
    event.preventDefault()
    toggle(button)
  })
}

function toggle(button?: HTMLButtonElement): void {
  const dialog = document.getElementById(PALETTE_ID) as HTMLDialogElement | null
  const field = dialog?.querySelector('input')
  if (!dialog || !field) return
  if (dialog.open) {
    dialog.close()
    return
  }
  dialog.dataset.scope = button?.value ?? ''
  field.value = button?.dataset.query ?? ''
  const menu = document.activeElement?.closest('[popover]')
  dialog.showModal()
  // The menu has closed: the focus goes back to what had opened it.
  const opener = document.querySelector<HTMLElement>(
    `[popovertarget="${menu?.id}"]:not([popovertargetaction])`,
  )
  dialog.addEventListener('close', () => opener?.focus(), { once: true })
}

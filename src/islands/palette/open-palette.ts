/** Of the dialog, which stands in every members' page. */
export const PALETTE_ID = 'palette'

/**
 * Opens the palette in place of an open menu, or closes it. A button may say what is searched: `value="videos"`, and words to
 * begin with in `data-query`.
 */
export function togglePalette(button?: HTMLButtonElement): void {
  const palette = document.querySelector<HTMLDialogElement>(`#${PALETTE_ID}`)
  const field = palette?.querySelector('input')
  if (!palette || !field) return
  if (palette.open) {
    palette.close()
    return
  }
  // A menu gives the focus back to its button, and so does the palette then.
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
  document.querySelector<HTMLDialogElement>('dialog:modal')?.close()
  palette.dataset.scope = button?.value ?? ''
  field.value = button?.dataset.query ?? ''
  palette.showModal()
}

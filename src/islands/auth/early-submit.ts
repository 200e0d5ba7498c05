/**
 * A form that somebody quick sends before its island is there would go the browser's own way and come back empty.
 * It waits instead, as it is, and the island sends it.
 */
export function holdEarlySubmits(): void {
  addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || 'ready' in event.target.dataset) return
    event.preventDefault()
    event.target.dataset.early = ''
  })
}

/** The island of this form is there. True when the form waits to be sent. */
export function takeOver(form: HTMLFormElement): boolean {
  form.dataset.ready = ''
  return 'early' in form.dataset
}

/** A notice where the toasts could not be fetched: plain text in the place that every page has for it. */
export function showPlainNotice(text: string, durationMs: number): void {
  const place = document.querySelector<HTMLElement>('[data-plain-notices]')
  if (!place) return
  const line = document.createElement('p')
  line.className = 'plain-notice'
  line.textContent = text
  place.append(line)
  place.togglePopover(true)
  setTimeout(() => line.remove(), durationMs)
}

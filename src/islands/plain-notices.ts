import { SHOWN_FOR_MS, takeNotices } from './notices.ts'

/** Where the island that shows notices cannot be had, they stand in the page's own HTML. */
export function standInForToaster(): void {
  document.querySelector('[data-toaster]')?.addEventListener('astro:hydration-error', (event) => {
    // Nothing of the page is missing: there is another way to say it.
    event.preventDefault()
    event.stopPropagation()
    showPlainly()
  })
}

function showPlainly(): void {
  const place = document.querySelector<HTMLElement>('[data-plain-notices]')
  const blank = place?.querySelector<HTMLTemplateElement>('[data-plain-notice]')?.content.firstElementChild
  if (!place || !blank) return
  for (const { text } of takeNotices()) {
    const line = blank.cloneNode() as HTMLElement
    line.textContent = text
    place.append(line)
    setTimeout(() => line.remove(), SHOWN_FOR_MS)
  }
  place.togglePopover(true)
}

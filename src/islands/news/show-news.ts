import { isNew } from '#src/shared/news/visit.ts'
import { keepVisit, readVisit } from './visit.ts'

/* An inline script behind home's announcements: it shows them before the first paint, and leaves `showNews` to home's end. */

const now = Date.now()
const card = document.querySelector<HTMLElement>('[data-announcements]')
if (card) showAnnouncements(card)
Object.assign(globalThis, { showNews })

/** Shows the news of this visit. */
function showNews(): void {
  const list = document.querySelector<HTMLElement>('[data-news]')
  if (!list) return
  const { since } = readVisit(now)
  const entries = [...list.getElementsByTagName('li')]
  for (const entry of entries) entry.hidden = !isNew(Number(entry.dataset.addedAt), since, now)
  list.hidden = entries.every((entry) => entry.hidden)
}

/** The newest is open, the others are folded. */
function showAnnouncements(card: HTMLElement): void {
  const { dismissed } = readVisit(now)
  const all = [...card.querySelectorAll<HTMLElement>('[data-announcement]')]
  for (const each of all) {
    const { announcement: name = '', from, until } = each.dataset
    each.hidden = now < Number(from) || now >= Number(until) || dismissed.includes(name)
    const button = each.querySelector('button')
    if (button) button.onclick = () => dismiss(card, name)
  }
  const [newest, ...others] = all.filter((each) => !each.hidden)
  const [fold] = card.getElementsByTagName('details')
  if (newest) card.prepend(newest)
  fold?.append(...others)
  fold?.toggleAttribute('hidden', others.length === 0)
  const [count] = card.getElementsByTagName('summary')
  if (count) count.textContent = `${others.length} more`
  card.hidden = !newest
}

function dismiss(card: HTMLElement, name: string): void {
  const known = readVisit(now)
  keepVisit({ ...known, dismissed: [...known.dismissed, name] })
  showAnnouncements(card)
  const next = card.querySelector<HTMLElement>('article:not([hidden]) button')
  ;(card.hidden ? document.getElementById('content') : next)?.focus({ preventScroll: true })
}

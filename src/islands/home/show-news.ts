import { NEW_FOR_MS } from '#src/shared/zoned-instant.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/* An inline script behind home's announcements: it shows them before the first paint, and leaves `showNews` to home's end. */

/** The names of announcements, for all members of a browser. */
const KEY = 'dismissed'

const now = Date.now()
const card = document.querySelector<HTMLElement>('[data-announcements]')
if (card) showAnnouncements(card)
Object.assign(globalThis, { showNews })

/** Shows what is new by this browser's clock. */
function showNews(): void {
  const list = document.querySelector<HTMLElement>('[data-news]')
  if (!list) return
  const entries = [...list.getElementsByTagName('li')]
  for (const entry of entries) {
    const age = now - Number(entry.dataset.addedAt)
    entry.hidden = age < 0 || age > NEW_FOR_MS
  }
  list.hidden = entries.every((entry) => entry.hidden)
}

function showAnnouncements(card: HTMLElement): void {
  const dismissed = readDismissed()
  const all = [...card.querySelectorAll<HTMLElement>('[data-announcement]')]
  for (const each of all) {
    const { announcement: name = '', from, until } = each.dataset
    each.hidden = now < Number(from) || now >= Number(until) || dismissed.includes(name)
    const button = each.querySelector('button')
    if (button) button.onclick = () => dismiss(card, name)
  }
  card.hidden = all.every((each) => each.hidden)
}

function dismiss(card: HTMLElement, name: string): void {
  writeStored(KEY, [...readDismissed(), name])
  showAnnouncements(card)
  const next = card.querySelector<HTMLElement>('article:not([hidden]) button')
  ;(card.hidden ? document.getElementById('content') : next)?.focus({ preventScroll: true })
}

function readDismissed(): string[] {
  return (readStored(KEY) as string[] | null) ?? []
}

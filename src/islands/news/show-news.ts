import { isNew, sayWhen, visitAt } from '#src/shared/news/visit.ts'
import { readStored } from './stored-visit.ts'

/** When the visit before this one ended, as far as this browser knows. */
export function since(now: number): number | null {
  return visitAt(readStored(), now).since
}

/** Every dot of the page that no island that is awake has drawn. A dot moves nothing, so they may come at any time. */
export function showDots(now: number): void {
  const before = since(now)
  for (const dot of document.querySelectorAll<HTMLElement>('.new-dot[data-new-at]')) {
    if (!dot.closest('astro-island:not([ssr])')) dot.hidden = !isNew(Number(dot.dataset.newAt), before, now)
  }
}

/** What is new, on home; nothing where nothing is. Once, before the page is painted. */
export function showList(now: number): void {
  const before = since(now)
  const list = document.querySelector<HTMLElement>('[data-news]')
  if (!list || before === null) return
  for (const entry of list.querySelectorAll<HTMLElement>('[data-new-at]')) {
    entry.hidden = !isNew(Number(entry.dataset.newAt), before, now)
    if (!entry.hidden) list.hidden = false
  }
  const when = list.querySelector('[data-since]')
  if (when) when.textContent = sayWhen(before, now)
}

/** Announcements whose time it is, but for those the member put away. Once, before the page is painted. */
export function showAnnouncements(now: number): void {
  const dismissed = readStored()?.dismissed ?? []
  for (const announcement of document.querySelectorAll<HTMLElement>('[data-announcement]')) {
    const { announcement: name = '', from, until } = announcement.dataset
    announcement.hidden = now < Number(from) || now >= Number(until) || dismissed.includes(name)
  }
}

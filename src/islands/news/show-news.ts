import { isNew, sayWhen } from '#src/shared/news/visit.ts'
import { keepVisit, readVisit } from './visit.ts'

/*
 * An inline script, on home behind the news and elsewhere at the end of the page, so that what is new is chosen before the
 * page is painted: dots, the list and the announcements.
 */

const now = Date.now()
const visit = readVisit(now)
keepVisit(visit)

for (const dot of document.querySelectorAll<HTMLElement>('.new-dot[data-new-at]'))
  dot.hidden = !isNewHere(dot)

const list = document.querySelector<HTMLElement>('[data-news]')
for (const entry of list?.querySelectorAll<HTMLElement>('[data-new-at]') ?? []) {
  entry.hidden = !isNewHere(entry)
  if (list && !entry.hidden) list.hidden = false
}
const when = list?.querySelector('[data-since]')
if (when && visit.since !== null) when.textContent = sayWhen(visit.since, now)

for (const announcement of document.querySelectorAll<HTMLElement>('[data-announcement]')) {
  const { announcement: name = '', from, until } = announcement.dataset
  announcement.hidden = now < Number(from) || now >= Number(until) || visit.dismissed.includes(name)
  announcement.querySelector('[data-dismiss]')?.addEventListener('click', () => {
    visit.dismissed.push(name)
    keepVisit(visit)
    announcement.hidden = true
    const next = document.querySelector<HTMLElement>('[data-announcement]:not([hidden]) [data-dismiss]')
    ;(next ?? document.getElementById('content'))?.focus({ preventScroll: true })
  })
}

function isNewHere({ dataset }: HTMLElement): boolean {
  return isNew(Number(dataset.newAt), visit.since, now)
}

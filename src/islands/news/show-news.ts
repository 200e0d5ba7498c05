import { isNew, describeDay } from '#src/shared/news/visit.ts'
import { keepVisit, readVisit } from './visit.ts'

/*
 * An inline script, on home behind the news and elsewhere at the end of the page, so that what is new is chosen before the
 * page is painted: dots, the list and the announcements.
 */

const now = Date.now()
const visit = readVisit(now)
keepVisit(visit)

for (const place of document.querySelectorAll<HTMLElement>('[data-new-at]'))
  place.hidden = !isNew(Number(place.dataset.newAt), visit.since, now)

const list = document.querySelector<HTMLElement>('[data-news]')
if (list) list.hidden = !list.querySelector('[data-new-at]:not([hidden])')
const when = list?.querySelector('[data-since]')
if (when && visit.since !== null) when.textContent = describeDay(visit.since, now)

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

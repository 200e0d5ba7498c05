import { isNew } from '#src/shared/news/visit.ts'
import { keepVisit, readVisit } from './visit.ts'

/** Marks what was added since the last visit; news.css shows it. It moves nothing. */
export function showDots(): void {
  const now = Date.now()
  const visit = readVisit(now)
  keepVisit(visit)
  for (const place of document.querySelectorAll<HTMLElement>('[data-new-at]'))
    place.toggleAttribute('data-new', isNew(Number(place.dataset.newAt), visit.since, now))
}

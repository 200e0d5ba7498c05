import { isNew } from '#src/shared/news/visit.ts'
import { keepVisit, readVisit } from './visit.ts'

/* An inline script at the end of a page: it shows dots before the first paint. */

export const now = Date.now()
export const visit = readVisit(now)
keepVisit(visit)

for (const place of document.querySelectorAll<HTMLElement>('[data-new-at]'))
  place.hidden = !isNew(Number(place.dataset.newAt), visit.since, now)

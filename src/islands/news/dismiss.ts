import { visitAt } from '#src/shared/news/visit.ts'
import { readStored, VISIT_CHANGED, writeStored } from './stored-visit.ts'

/** An announcement's button: it goes from here at once, and from every device when the portal has heard of it. */
export function dismissPressed({ target }: Event): void {
  const button = (target as Element).closest('[data-dismiss]')
  const announcement = button?.closest<HTMLElement>('[data-announcement]')
  const name = announcement?.dataset.announcement
  if (!announcement || !name) return

  const next = document.querySelector<HTMLElement>(
    `[data-announcement]:not([hidden], [data-announcement="${name}"]) [data-dismiss]`,
  )
  announcement.hidden = true
  ;(next ?? document.getElementById('content'))?.focus({ preventScroll: true })

  const stored = readStored()
  const { dismissed = [], unsent = [], toldAt = null } = stored ?? {}
  writeStored({
    ...visitAt(stored, Date.now()),
    dismissed: [name, ...dismissed],
    unsent: [name, ...unsent],
    toldAt,
  })
  dispatchEvent(new Event(VISIT_CHANGED))
}

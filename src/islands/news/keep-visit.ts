import { MINUTE_MS } from '#src/shared/units.ts'
import { visitAt } from '#src/shared/news/visit.ts'
import { whenLoaded } from '../when-loaded.ts'
import { showDots } from './show-news.ts'
import { readStored, VISIT_CHANGED, writeStored, type StoredVisit } from './stored-visit.ts'
import { tellVisit } from './tell-visit.ts'

/** A page was opened: the visit goes on, or begins. The portal hears of it at its beginning and now and then. */
export function keepVisit(): void {
  // A page that is prepared unseen is no visit.
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', open, { once: true })
    return
  }
  open()
}

/** Others may be asking what is new on another device meanwhile. */
const TELL_EVERY_MS = 30 * MINUTE_MS

function open(): void {
  const now = Date.now()
  const stored = readStored()
  const visit = { dismissed: [], unsent: [], toldAt: null, ...stored, ...visitAt(stored, now) }
  writeStored(visit)
  addEventListener(VISIT_CHANGED, () => {
    showDots(Date.now())
    if (readStored()?.unsent.length) void tellVisit()
  })
  addEventListener('online', () => void tellVisit())
  if (isDue(visit, now)) whenIdle(() => void tellVisit())
}

function isDue({ began, toldAt, unsent }: StoredVisit, now: number): boolean {
  return toldAt === null || toldAt < began || now - toldAt >= TELL_EVERY_MS || unsent.length > 0
}

function whenIdle(callback: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(callback) : setTimeout(callback))
  whenLoaded(idle)
}

declare global {
  interface Document {
    /** Chromium only. */
    prerendering?: boolean
  }
}

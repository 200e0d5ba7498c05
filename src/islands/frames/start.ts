import { startCalendarBars } from './calendar-bar.ts'
import { startFrames } from './frame-card.ts'
import { startTabs } from './page-tabs.ts'

/** Stands on every page with a frame. Calendars choose their zone first, and tabs find frames that can be shown. */
export function startPage(): void {
  startFrames()
  startCalendarBars()
  startTabs()
}

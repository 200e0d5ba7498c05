import { keepGroups } from './groups.ts'
import { openQuickMenuOnPress, showTooltipsOnReach } from './on-first-use.ts'
import { closePopoversForFrames } from './popovers.ts'
import { keepSheet } from './sheet.ts'
import { controlSidebar } from './sidebar.ts'

/** Wakes what stands around every members' page. All of it can be read and followed before. */
export function wakeShell(): void {
  const sheet = document.querySelector<HTMLElement>('#navigation')
  const navigation = sheet?.querySelector('nav')
  if (!sheet || !navigation) throw new Error('This page has no navigation.')
  controlSidebar(sheet)
  keepSheet(sheet)
  keepGroups(navigation)
  closePopoversForFrames()
  openQuickMenuOnPress(sheet)
  showTooltipsOnReach()
}

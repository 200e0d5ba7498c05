import { completed, type Incomplete } from './completed.ts'
import { agree, clock, ownZone, rememberedTime } from './zone.ts'

/**
 * Gives the frames their addresses and the clocks their time that could not be built, without waiting for the island:
 * nobody has to press anything to see a calendar or a form.
 */
export function completeFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-incomplete]')) {
    frame.src = completed(JSON.parse(frame.dataset.incomplete ?? '') as Incomplete)
  }
  const now = new Date()
  for (const bar of document.querySelectorAll<HTMLElement>('.calendar-bar')) {
    const { zone = '' } = bar.dataset
    if (agree(now, ownZone(), zone)) continue
    bar.dataset.zones = 'differ'
    const choice = bar.querySelector('[role=switch]')
    if (choice) choice.ariaChecked = String(rememberedTime() === 'mine')
    for (const face of bar.querySelectorAll<HTMLElement>('[data-clock]')) {
      face.textContent = clock(now, face.dataset.clock === 'own' ? ownZone() : zone)
    }
  }
}

import { wantsTooltip } from './wants-tooltip.ts'

/**
 * What the shell loads when it is first wanted and not before: the drawer and the tooltips, and React with them.
 */

/** Fetches the drawer when a finger comes down on its button and opens it; the sheet stands in when that fails. */
export function openQuickMenuOnPress(sheet: HTMLElement): void {
  const opener = document.querySelector<HTMLElement>('[data-quick-menu]')
  if (!opener) return
  const load = () => import('./quick-menu.tsx')

  opener.addEventListener('pointerdown', () => void load().catch(() => undefined), { once: true })
  opener.addEventListener('click', (event) => {
    // Without a script the button opens the sheet.
    event.preventDefault()
    load()
      .then(({ openQuickMenu }) => openQuickMenu(opener))
      .catch(() => sheet.showPopover())
  })
}

/** Fetches the tooltips when the pointer or the keyboard first reaches something that has one to show. */
export function showTooltipsOnReach(): void {
  let asked = false
  document.addEventListener('pointerover', reach)
  document.addEventListener('focusin', reach)

  function reach(event: Event) {
    if (asked || isTouch(event) || !(event.target instanceof Element)) return
    const target = event.target.closest<HTMLElement>('[data-tooltip]')
    if (!target || !wantsTooltip(target)) return
    asked = true
    document.removeEventListener('pointerover', reach)
    document.removeEventListener('focusin', reach)
    // A tooltip repeats a name that is there for everybody already: without it nothing is lost.
    import('./tooltips.tsx').then(({ showTooltips }) => showTooltips(), ignore)
  }
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}

function ignore(): void {
  // See above.
}

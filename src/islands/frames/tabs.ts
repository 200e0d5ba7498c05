import { opensElsewhere } from '../presses.ts'
import { fillFrames } from './frames.ts'

/**
 * Makes links and the sections they control tabs (WAI-ARIA Authoring Practices). The open one stands in the address as a
 * fragment: a press adds a step to the history, walking along with the arrow keys does not.
 */
export function startTabs(): void {
  for (const list of lists()) {
    list.role = 'tablist'
    for (const tab of tabsOf(list)) {
      tab.role = 'tab'
      panelOf(tab).role = 'tabpanel'
      tab.addEventListener('click', (event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        if (tab.ariaSelected !== 'true') history.pushState(null, '', `#${panelOf(tab).id}`)
        openAddressed()
      })
    }
    list.addEventListener('keydown', walk)
  }
  openAddressed()
  addEventListener('popstate', openAddressed)
}

function walk(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const tabs = tabsOf(event.currentTarget as HTMLElement)
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1, ' ': at }
  const tab = tabs.at((steps[event.key] ?? NaN) % tabs.length)
  if (!tab || !(event.key in steps)) return
  event.preventDefault()
  history.replaceState(null, '', `#${panelOf(tab).id}`)
  openAddressed()
  tab.focus()
}

/** Sign-in leads back by a query, because no fragment reaches the gate. */
function openAddressed(): void {
  const id = location.hash.slice(1) || new URLSearchParams(location.search).get('tab')
  const addressed = document.getElementById(id ?? '')
  for (const list of lists()) {
    const tabs = tabsOf(list)
    const chosen = tabs.find((tab) => addressed && panelOf(tab).contains(addressed)) ?? tabs[0]
    for (const tab of tabs) {
      const isOpen = tab === chosen
      tab.ariaSelected = String(isOpen)
      tab.tabIndex = isOpen ? 0 : -1
      tab.toggleAttribute('data-open', isOpen)
      panelOf(tab).toggleAttribute('data-open', isOpen)
      // What was open once stays in place, and so does what a member was doing there.
      if (isOpen) panelOf(tab).dataset.shown = ''
    }
  }
  fillFrames()
}

function lists(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-tabs]')
}

function tabsOf(list: HTMLElement): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')]
}

function panelOf(tab: HTMLAnchorElement): HTMLElement {
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
  if (!panel) throw new Error(`The tab ${tab.id} has no panel.`)
  return panel
}

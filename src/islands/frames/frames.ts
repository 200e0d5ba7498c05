import { prefilledSource } from '#src/embeds/prefill.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { opensElsewhere } from '../clicks.ts'
import { readViewer } from '../read-viewer.ts'
import type { FrameView } from './model.ts'
import { inZone, isOwnTime, OWN_TIME } from './zone.ts'

// Runs on pages of frames: opens tabs, keeps the clocks, and loads a frame again where that is asked for.
const lists = document.querySelectorAll<HTMLElement>('[data-tabs]')
startTabs()
keepClocks()
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const id = target.closest<HTMLElement>('[data-reload]')?.dataset.reload
  if (id) reload(document.getElementById(id))
  if (!target.closest('[data-zone] [role=switch]')) return
  localStorage.setItem(OWN_TIME, isOwnTime() ? 'programme' : 'mine')
  showClocks(new Date())
  for (const card of document.querySelectorAll('[data-zone] + [data-frame-state]')) reload(card)
})
addEventListener('online', () => {
  for (const card of document.querySelectorAll('[data-frame-state=offline]')) reload(card)
})
// A press on a frame is heard by the frame alone: all the browser tells of it is that the focus has gone there, and not
// every browser has moved it by now.
addEventListener('blur', () => {
  setTimeout(() => {
    if (!(document.activeElement instanceof HTMLIFrameElement)) return
    for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
      popover.hidePopover()
  })
})

/** A new frame that has its address before it enters the page adds no step to the history. */
function reload(card: Element | null): void {
  const next = card?.cloneNode(true) as HTMLElement | undefined
  const frame = next?.querySelector('iframe')
  if (!next || !frame) return
  next.dataset.frameState = 'loading'
  fill(frame)
  card?.replaceWith(next)
}

/** The address with what only this browser knows: who looks at it, and in whose time. */
function fill(frame: HTMLIFrameElement): void {
  if (!frame.dataset.frame) return
  const { src, provider, prefill, zone } = JSON.parse(frame.dataset.frame) as FrameView
  const filled = prefill ? prefilledSource({ src, provider }, prefill, readViewer()) : src
  frame.src = zone && isOwnTime() ? inZone(filled, Intl.DateTimeFormat().resolvedOptions().timeZone) : filled
}

function keepClocks(): void {
  const now = new Date()
  showClocks(now)
  setTimeout(keepClocks, MINUTE_MS - (now.getTime() % MINUTE_MS))
}

/** Where the member's clock shows the same as the programme's there is one. */
function showClocks(now: Date): void {
  for (const bar of document.querySelectorAll<HTMLElement>('[data-zone]')) {
    if (now.toLocaleString('en-US', { timeZone: bar.dataset.zone }) === now.toLocaleString('en-US')) continue
    bar.dataset.differ = ''
    const choice = bar.querySelector('[role=switch]')
    if (choice) choice.ariaChecked = String(isOwnTime())
    for (const face of bar.querySelectorAll<HTMLElement>('[data-clock]')) {
      const timeZone = face.dataset.clock || undefined
      face.textContent = now.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    }
  }
}

/**
 * Makes links and the sections they control tabs (WAI-ARIA Authoring Practices). The open one stands in the address as a
 * fragment: a press adds a step to the history, walking along with the arrow keys does not.
 */
function startTabs(): void {
  for (const list of lists) {
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
  for (const list of lists) {
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
  // Frames whose tab is open and whose address only the browser knows.
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-frame]:not([src])'))
    if (!frame.closest('.panel:not([data-shown])')) fill(frame)
}

function tabsOf(list: HTMLElement): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')]
}

function panelOf(tab: HTMLAnchorElement): HTMLElement {
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
  if (!panel) throw new Error(`The tab ${tab.id} has no panel.`)
  return panel
}

import { prefilledSource } from '#src/embeds/prefill.ts'
import { openDialog } from './dialogs.ts'
import { onPlainClick } from './clicks.ts'
import { chooseTimeZone, subscribeToTimeZone, usesOwnTimeZone } from './time-zone-preference.ts'
import { requireViewer } from './viewer.ts'
import type { FrameView } from '../embeds/frame-view.ts'
import { calendarInZone } from '../embeds/calendar-zone.ts'

// Runs on pages with frames: tabs, calendars' time and reloading.
const lists = document.querySelectorAll<HTMLElement>('[data-tabs]')
/** What the calendars of this page show. */
let isInOwnTime = usesOwnTimeZone()
startTabs()
offerOwnTime()
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const id = target.closest<HTMLElement>('[data-reload]')?.dataset.reload
  if (id) reload(document.getElementById(id))
  if (target.closest('[data-follow]')) openDialog({ name: 'account', section: 'calendar' })
  const report = target.closest<HTMLAnchorElement>('a[data-report]')
  if (report) report.href = report.href.replace(/&body=.*/, '') + aboutThis()
  if (target instanceof HTMLInputElement && target.closest('[data-zone]')) chooseTimeZone(target.checked)
})
subscribeToTimeZone(() => {
  offerOwnTime()
  if (usesOwnTimeZone() === isInOwnTime) return
  isInOwnTime = !isInOwnTime
  for (const card of document.querySelectorAll('[data-zone] + [data-frame-state]')) reload(card)
})
addEventListener('online', () => {
  for (const card of document.querySelectorAll('[data-frame-state=offline]')) reload(card)
})
// A click inside a frame closes no popover, because this page never sees it: only the focus moves, in some browsers later.
addEventListener('blur', () => {
  setTimeout(() => {
    if (!(document.activeElement instanceof HTMLIFrameElement)) return
    for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
      popover.hidePopover()
  })
})

/** What a report of a problem needs, as the body of an email. */
function aboutThis(): string {
  return `&body=${encodeURIComponent(`\n\nPage: ${location.href}\nBrowser: ${navigator.userAgent}`)}`
}

/** Replaces the frame: one whose address is set before it enters the page adds no history entry. */
function reload(card: Element | null): void {
  const next = card?.cloneNode(true) as HTMLElement | undefined
  const frame = next?.querySelector('iframe')
  if (!next || !frame) return
  next.dataset.frameState = 'loading'
  setSource(frame)
  card?.replaceWith(next)
}

/** Sets the address with the member's name and email; a calendar's in their time zone, from the day that a link named. */
function setSource(frame: HTMLIFrameElement): void {
  if (!frame.dataset.frame) return
  const { src, provider, prefill, zone } = JSON.parse(frame.dataset.frame) as FrameView
  const filled = prefill ? prefilledSource({ src, provider }, prefill, requireViewer()) : src
  const own = usesOwnTimeZone() ? Intl.DateTimeFormat().resolvedOptions().timeZone : null
  const day = /^#(\d{4}-\d{2}-\d{2})$/.exec(location.hash)?.[1] ?? null
  frame.src = zone && (own ?? day) ? calendarInZone(filled, own, day) : filled
}

/** Offers the member's time where it differs from the calendar's. */
function offerOwnTime(): void {
  const now = new Date()
  for (const bar of document.querySelectorAll<HTMLElement>('[data-zone]')) {
    if (now.toLocaleString('en-US', { timeZone: bar.dataset.zone }) === now.toLocaleString('en-US')) continue
    bar.dataset.differ = ''
    const choice = bar.querySelector('input')
    if (choice) choice.checked = usesOwnTimeZone()
  }
}

/**
 * Turns links and the sections they control into tabs (WAI-ARIA Authoring Practices). The open tab is the fragment of the
 * address: a click adds a history entry, the arrow keys don't.
 */
function startTabs(): void {
  for (const list of lists) {
    list.role = 'tablist'
    for (const tab of tabsOf(list)) {
      tab.role = 'tab'
      panelOf(tab).role = 'tabpanel'
      const open = () => {
        if (tab.ariaSelected !== 'true') history.pushState(null, '', `#${panelOf(tab).id}`)
        openAddressed()
      }
      tab.addEventListener('click', onPlainClick(open))
    }
    list.addEventListener('keydown', moveByKey)
  }
  openAddressed()
  addEventListener('popstate', openAddressed)
}

function moveByKey(event: KeyboardEvent): void {
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

/** Opens the tabs around what the fragment names, or the first ones. */
function openAddressed(): void {
  const addressed = document.getElementById(location.hash.slice(1))
  for (const list of lists) {
    const tabs = tabsOf(list)
    const chosen = tabs.find((tab) => addressed && panelOf(tab).contains(addressed)) ?? tabs[0]
    for (const tab of tabs) {
      const isOpen = tab === chosen
      tab.ariaSelected = String(isOpen)
      tab.tabIndex = isOpen ? 0 : -1
      tab.toggleAttribute('data-open', isOpen)
      panelOf(tab).toggleAttribute('data-open', isOpen)
      // A tab that was open keeps its state, such as what the member typed.
      if (isOpen) panelOf(tab).dataset.shown = ''
    }
  }
  // The frames of open tabs whose address is not set yet.
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-frame]:not([src])'))
    if (!frame.closest('.panel:not([data-shown])')) setSource(frame)
}

function tabsOf(list: HTMLElement): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')]
}

function panelOf(tab: HTMLAnchorElement): HTMLElement {
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
  if (!panel) throw new Error(`The tab ${tab.id} has no panel.`)
  return panel
}

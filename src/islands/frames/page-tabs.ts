import type { FrameCard } from './frame-card.ts'

/** A tab that is only passed on the way to another loads nothing. */
const SETTLED_AFTER_MS = 150

/**
 * Makes tabs (WAI-ARIA Authoring Practices) of a row of links to pages. The open tab stands in the address as a
 * fragment: a press adds a step to the history, walking along with the arrow keys does not. Tabs may hold tabs; the
 * address names the innermost.
 */
export class PageTabs extends HTMLElement {
  #tabs: HTMLAnchorElement[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const list = this.querySelector(':scope > [data-tab-row] > [data-tab-list]')
    this.#tabs = [...(list?.querySelectorAll<HTMLAnchorElement>('a[data-tab]') ?? [])]
    list?.setAttribute('role', 'tablist')
    for (const tab of this.#tabs) {
      const panel = panelOf(tab)
      tab.setAttribute('role', 'tab')
      tab.setAttribute('aria-controls', panel.id)
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-labelledby', tab.id)
    }
    list?.addEventListener('click', (event) => this.#press(event as MouseEvent))
    list?.addEventListener('keydown', (event) => this.#walk(event as KeyboardEvent))
    addEventListener('popstate', () => this.openAddressed())
    addEventListener('hashchange', () => this.openAddressed())
    this.openAddressed()
  }

  /** Opens the tab the address names, or that holds the one it names; else the first. */
  openAddressed(): void {
    const id = location.hash.slice(1) || new URLSearchParams(location.search).get('tab')
    const named = id ? document.getElementById(id) : null
    const tab = this.#tabs.find((one) => named && panelOf(one).contains(named)) ?? this.#tabs[0]
    if (tab) this.#open(tab)
  }

  /** The innermost open tab's name. */
  get address(): string {
    const tab = this.#tabs.find((one) => one.ariaSelected === 'true')
    if (!tab) return ''
    const inner = panelOf(tab).querySelector<PageTabs>('page-tabs')
    return inner?.address || panelOf(tab).id
  }

  #press(event: MouseEvent): void {
    const tab =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-tab]') : null
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (tab.ariaSelected === 'true') return
    this.#open(tab)
    history.pushState(null, '', `#${this.address}`)
  }

  #walk(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = this.#tabs.findIndex((tab) => tab === document.activeElement)
    const to = destination(event.key, at, this.#tabs.length)
    const tab = to === null ? undefined : this.#tabs[to]
    if (!tab) return
    event.preventDefault()
    tab.focus()
    this.#open(tab)
    history.replaceState(null, '', `#${this.address}`)
  }

  #open(tab: HTMLAnchorElement): void {
    for (const one of this.#tabs) {
      const isOpen = one === tab
      one.ariaSelected = String(isOpen)
      one.tabIndex = isOpen ? 0 : -1
      panelOf(one).toggleAttribute('data-closed', !isOpen)
    }
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => showFrames(panelOf(tab)), SETTLED_AFTER_MS)
  }
}

/** Where a key leads from here; null for a key that does not walk. Space opens, as Enter does on a link. */
export function destination(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === ' ' ? at : null
}

/** Those of a closed tab inside wait for theirs. */
function showFrames(panel: HTMLElement): void {
  if (panel.closest('[data-closed]')) return
  for (const card of panel.querySelectorAll<FrameCard>('frame-card')) {
    if (!card.closest('[data-closed]')) card.show()
  }
}

function panelOf(tab: HTMLAnchorElement): HTMLElement {
  const panel = document.getElementById(tab.dataset.tab ?? '')
  if (!panel) throw new Error(`There is no panel for the tab "${tab.textContent.trim()}".`)
  return panel
}

export function startTabs(): void {
  customElements.define('page-tabs', PageTabs)
}

import type { TabView } from './model.ts'

/**
 * Which tabs are open, the outermost first, and which have ever been. What was shown once stays as it is while another is
 * open, and so does what a member wrote in it.
 */
export interface TabState {
  open: readonly string[]
  shown: readonly string[]
}

export type TabAction =
  /** A tab was pressed, or walked to; or the address names it. null: the address names none. */
  | { type: 'opened'; id: string | null }
  /** It stayed open for a moment: a tab that is only passed on the way to another loads nothing. */
  | { type: 'settled' }

export function initialTabs(tabs: readonly TabView[]): TabState {
  const open = pathTo(tabs, null)
  return { open, shown: open }
}

export function reduceTabs(tabs: readonly TabView[], state: TabState, action: TabAction): TabState {
  if (action.type === 'settled') return { ...state, shown: [...new Set([...state.shown, ...state.open])] }
  return { ...state, open: pathTo(tabs, action.id) }
}

/** The tab with all that hold it, and the first of those in it; the first of all where there is no such tab. */
function pathTo(tabs: readonly TabView[], id: string | null): string[] {
  const chosen = tabs.find((tab) => holds(tab, id)) ?? tabs[0]
  if (!chosen) return []
  return [chosen.id, ...(chosen.tabs ? pathTo(chosen.tabs, id) : [])]
}

function holds(tab: TabView, id: string | null): boolean {
  return tab.id === id || (tab.tabs ?? []).some((inner) => holds(inner, id))
}

/** Where a key leads from here; null for a key that does not walk. Space opens, as Enter does on a link. */
export function destination(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === ' ' ? at : null
}

import { useEffect, useLayoutEffect, useReducer, useState } from 'react'
import type { TabView } from './model.ts'
import { initialTabs, reduceTabs, type TabState } from './tab-state.ts'

const SETTLED_AFTER_MS = 150

/**
 * The tabs of a page, which may hold tabs. The innermost open one stands in the address as a fragment: a press adds a step
 * to the history, walking along with the arrow keys does not.
 */
export function useTabs(tabs: readonly TabView[]): Tabs {
  const [isAwake, setAwake] = useState(false)
  const [state, dispatch] = useReducer(
    (before: TabState, action: Parameters<typeof reduceTabs>[2]) => reduceTabs(tabs, before, action),
    tabs,
    initialTabs,
  )

  useLayoutEffect(() => {
    const follow = () => dispatch({ type: 'opened', id: addressed() })
    setAwake(true)
    follow()
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: 'settled' }), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state.open])

  const open = (id: string, keep: 'pushState' | 'replaceState') => {
    const action = { type: 'opened', id } as const
    dispatch(action)
    history[keep](null, '', `#${reduceTabs(tabs, state, action).open.at(-1)}`)
  }
  return {
    ...state,
    isAwake,
    press: (id) => {
      if (!state.open.includes(id)) open(id, 'pushState')
    },
    walk: (id) => open(id, 'replaceState'),
  }
}

export interface Tabs extends TabState {
  /** Before that the style sheet shows the panel that the address names. */
  isAwake: boolean
  press: (id: string) => void
  walk: (id: string) => void
}

/** Sign-in leads back by a query, because no fragment reaches the gate. */
function addressed(): string | null {
  return location.hash.slice(1) || new URLSearchParams(location.search).get('tab')
}

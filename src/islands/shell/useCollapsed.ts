import { useEffect, useLayoutEffect, useState } from 'react'

/** docs/product.md, Navigation. The name's prefix: only this very host can have set it, over a secure connection. */
const COOKIE_NAME = '__Host-sidebar'
const COOKIE_LIFETIME_S = 604_800

/**
 * Whether the sidebar beside the page is its icons alone; kept for a week. The style sheet goes by an attribute of the
 * document, which `sidebar-before-paint.js` sets before this runs, for presses too.
 */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(false)

  useLayoutEffect(() => setCollapsed(isKept()), [])
  useEffect(() => {
    // A page out of the back/forward cache shows the state it left with, not today's.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted) show(isKept())
    }
    addEventListener('pageshow', refresh)
    return () => removeEventListener('pageshow', refresh)
  }, [])

  function show(next: boolean) {
    document.documentElement.dataset.sidebar = stateOf(next)
    setCollapsed(next)
  }

  function keep(next: boolean) {
    document.cookie = `${COOKIE_NAME}=${stateOf(next)}; Max-Age=${COOKIE_LIFETIME_S}; Path=/; Secure; SameSite=Lax`
    show(next)
  }

  return [collapsed, keep]
}

function isKept(): boolean {
  return document.cookie.split('; ').includes(`${COOKIE_NAME}=collapsed`)
}

function stateOf(collapsed: boolean): 'collapsed' | 'expanded' {
  return collapsed ? 'collapsed' : 'expanded'
}

import { atom } from 'nanostores'

/** On a large screen. layouts/before-paint.js has read the cookie already. */
export const $sidebar = atom(readSidebar())

export function toggleSidebar(): void {
  const next = $sidebar.get() === 'collapsed' ? 'expanded' : 'collapsed'
  document.documentElement.dataset.sidebar = next
  // Seven days: docs/product.md, Navigation.
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}sidebar=${next}; Max-Age=604800; Path=/${secure}; SameSite=Lax`
  $sidebar.set(next)
}

function readSidebar(): 'expanded' | 'collapsed' {
  if (typeof document === 'undefined') return 'expanded'
  return document.documentElement.dataset.sidebar === 'collapsed' ? 'collapsed' : 'expanded'
}

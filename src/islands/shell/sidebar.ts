import { isSmallScreen } from './screen.ts'

/** docs/product.md, Navigation. The name's prefix: only this very host can have set it, over a secure connection. */
const COOKIE_NAME = '__Host-sidebar'
const COOKIE_LIFETIME_S = 604_800

type SidebarState = 'expanded' | 'collapsed'

/**
 * The button and Ctrl/Cmd+B. Beside the page they collapse the sidebar to its icons, for a week; on a small screen
 * they open the sheet. `sidebar-before-paint.js` reads the state before the page is first painted.
 */
export function controlSidebar(sheet: HTMLElement): void {
  const toggle = () => {
    if (isSmallScreen()) sheet.togglePopover()
    else keep(currentState() === 'expanded' ? 'collapsed' : 'expanded')
  }

  document.querySelector('[data-toggle-sidebar]')?.addEventListener('click', toggle)
  addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    if (!event.repeat) toggle()
  })
  // A page out of the back/forward cache shows the state it left with, not today's.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show(cookieState())
  })
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return false
  return key.toLowerCase() === 'b' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function keep(state: SidebarState): void {
  document.cookie = `${COOKIE_NAME}=${state}; Max-Age=${COOKIE_LIFETIME_S}; Path=/; Secure; SameSite=Lax`
  show(state)
}

function show(state: SidebarState): void {
  document.documentElement.dataset.sidebar = state
  document.querySelector('[data-toggle-sidebar]')?.setAttribute('aria-expanded', String(state === 'expanded'))
}

function currentState(): SidebarState {
  return document.documentElement.dataset.sidebar === 'collapsed' ? 'collapsed' : 'expanded'
}

function cookieState(): SidebarState {
  return document.cookie.split('; ').includes(`${COOKIE_NAME}=collapsed`) ? 'collapsed' : 'expanded'
}

import { followViewer } from './follow-viewer.ts'
import { showAlert, showLeftNotices } from './notices.ts'
import { PALETTE_ID, togglePalette } from './palette/open-palette.ts'
import { followSession } from './session.ts'

// Runs on every page.
const isLarge = matchMedia('(width >= 64rem)')
for (const type of ['astro:hydration-error', 'vite:preloadError']) addEventListener(type, () => showAlert())
showLeftNotices()

if (document.body.dataset.forMember !== undefined) {
  followSession()
  followViewer()
  addEventListener('keydown', pressShortcut)
  document.addEventListener('click', pressSearchButton)
  // The menus of small screens: a page that is shown again by Back shows itself.
  isLarge.addEventListener('change', closeMenus)
  addEventListener('pagehide', closeMenus)
  if ('serviceWorker' in navigator) {
    // Checked for a newer one once a day, by its age, and not with each page.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
  }
}

function pressShortcut(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, repeat } = event
  const isHeld = ctrlKey || metaKey
  const isTyping = target instanceof Element && target.matches('input, textarea, select')
  if (event.defaultPrevented || event.isComposing || altKey || (isTyping && !isHeld)) return
  const run = shortcuts[isHeld ? `Ctrl+${key.toLowerCase()}` : key]
  // Another dialog may hold something that was typed.
  if (!run || document.querySelector(`dialog:modal:not(#${PALETTE_ID}, .sheet, .drawer)`)) return
  event.preventDefault()
  if (!repeat) run()
}

/** Listed for members in shell/Shortcuts.tsx. */
const shortcuts: Partial<Record<string, () => void>> = {
  'Ctrl+k': togglePalette,
  '/': togglePalette,
  'Ctrl+b': toggleSidebar,
  '?': () => document.querySelector<HTMLDialogElement>('#shortcuts')?.showModal(),
}

function toggleSidebar(): void {
  const sidebar = document.querySelector<HTMLDialogElement>('#navigation')
  if (isLarge.matches) document.querySelector<HTMLElement>('[aria-controls=navigation]')?.click()
  else if (sidebar?.open) sidebar.close()
  else sidebar?.showModal()
}

function closeMenus(): void {
  document.querySelector<HTMLDialogElement>(':is(.sheet, .drawer):modal')?.close()
}

/** It may say what is searched. */
function pressSearchButton(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLButtonElement>(`[commandfor=${PALETTE_ID}]`)
  if (!button) return
  event.preventDefault()
  togglePalette(button)
}

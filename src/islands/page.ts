import { followViewer } from './follow-viewer.ts'
import { showAlert, showFlash } from './notices.ts'
import { followSession } from './session.ts'

// Runs on every page.
const isLarge = matchMedia('(width >= 64rem)')
for (const type of ['astro:hydration-error', 'vite:preloadError']) addEventListener(type, () => showAlert())
showFlash()

if (document.body.dataset.forMember !== undefined) {
  followSession()
  followViewer()
  addEventListener('keydown', pressShortcut)
  document.addEventListener('click', pressButton)
  // The menus of small screens: a page that is shown again by Back shows itself.
  isLarge.addEventListener('change', closeMenus)
  addEventListener('pagehide', closeMenus)
  if ('serviceWorker' in navigator) {
    // Checked for a newer one once a day, by its age, and not with each page.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
  }
}

function pressShortcut(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const isHeld = ctrlKey || metaKey
  const isTyping = target instanceof Element && target.matches('input, textarea, select')
  if (event.defaultPrevented || event.isComposing || altKey || (isTyping && !isHeld)) return
  const run = shortcuts[isHeld ? `Ctrl+${key.toLowerCase()}` : key]
  // Another dialog may hold something that was typed.
  if (!run || document.querySelector('dialog:modal:not(#palette, .sheet, .drawer)')) return
  event.preventDefault()
  run()
}

/** Listed for members in shell/Shortcuts.tsx. */
const shortcuts: Partial<Record<string, () => void>> = {
  'Ctrl+k': togglePalette,
  '/': togglePalette,
  'Ctrl+b': toggleSidebar,
  '?': () => dialog('shortcuts')?.showModal(),
}

function pressButton(event: MouseEvent): void {
  const pressed = event.target as Element
  if (pressed.closest('[aria-controls=navigation]')) toggleSidebar()
  const button = pressed.closest<HTMLButtonElement>('[commandfor=palette]')
  if (!button) return
  event.preventDefault()
  togglePalette(button)
}

/** A column that collapses on a large screen, a sheet on a small one. */
function toggleSidebar(): void {
  const sidebar = dialog('navigation')
  if (!isLarge.matches) {
    if (sidebar?.open) sidebar.close()
    else sidebar?.showModal()
    return
  }
  const { dataset } = document.documentElement
  dataset.sidebar = dataset.sidebar === 'collapsed' ? 'expanded' : 'collapsed'
  // Seven days: docs/product.md, Navigation.
  document.cookie = `__Host-sidebar=${dataset.sidebar}; Max-Age=604800; Path=/; Secure; SameSite=Lax`
  const button = document.querySelector('[aria-controls=navigation]')
  if (button) button.ariaExpanded = String(dataset.sidebar === 'expanded')
}

/**
 * Opens the palette in place of an open menu, or closes it. A button may say what is searched: `value="videos"`, and words
 * to begin with in `data-query`.
 */
function togglePalette(button?: HTMLButtonElement): void {
  const palette = dialog('palette')
  const field = palette?.querySelector('input')
  if (!palette || !field) return
  if (palette.open) {
    palette.close()
    return
  }
  // A menu gives the focus back to its button, and so does the palette then.
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
  closeMenus()
  palette.dataset.scope = button?.value ?? ''
  field.value = button?.dataset.query ?? ''
  palette.showModal()
}

function closeMenus(): void {
  document.querySelector<HTMLDialogElement>(':is(.sheet, .drawer):modal')?.close()
}

/** null on a page that is not of the programme. */
function dialog(id: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog#${id}`)
}

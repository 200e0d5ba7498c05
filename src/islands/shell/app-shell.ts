import { CHANGE_PASSWORD_HASH } from '#src/shared/paths.ts'
import { VIEWER_ELEMENT_ID } from '#src/shared/viewer.ts'
import { openAccount } from '../../lib/open-account.ts'
import { hideMissingPictures } from '../../lib/follow-viewer.ts'
import { showAlert, showFlash } from '../../ui/toasts.ts'
import { readViewer } from '../../lib/read-viewer.ts'
import { reloadWhenSessionEnds } from '../../lib/session.ts'
import { shortcutKey } from './shortcut-key.ts'
import { initTips } from './tips.ts'
import { hasUnsentProgress } from '../../lib/progress.ts'
import { chooseTheme, showTheme, type Theme } from '../../lib/theme.ts'

// Runs on every page.
const isLarge = matchMedia('(width >= 64rem)')
for (const type of ['astro:hydration-error', 'vite:preloadError']) addEventListener(type, () => showAlert())
showFlash()

if (document.getElementById(VIEWER_ELEMENT_ID)) {
  reloadWhenSessionEnds()
  hideMissingPictures()
  followMemberMenu()
  initTips()
  if (isLarge.matches) showCurrentEntry()
  if (location.hash === CHANGE_PASSWORD_HASH) openAccount('security')
  // What another page could not save, a tick perhaps.
  if (hasUnsentProgress(readViewer().id))
    void import('../../lib/progress-store.ts')
      .then(({ openProgress }) => openProgress().flush())
      .catch(() => undefined)
  addEventListener('keydown', handleShortcut)
  document.addEventListener('click', handleClick)
  // A page that Back shows again has no menu open.
  isLarge.addEventListener('change', closeMenus)
  addEventListener('pagehide', closeMenus)
  if ('serviceWorker' in navigator) {
    // The browser looks for a newer one once a day, not with each page.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' }).catch(() => undefined)
  }
}

/** Scrolls the sidebar once the page is painted, where the browser doesn't (shell.css): Safari 26 and Firefox 145. */
function showCurrentEntry(): void {
  if (CSS.supports('scroll-initial-target: nearest')) return
  const entry = document.querySelector('#navigation nav [aria-current]')
  requestAnimationFrame(() => setTimeout(() => entry?.scrollIntoView({ block: 'nearest' })))
}

/** Lets the buttons of the member's menu (MemberMenu.astro) work. */
function followMemberMenu(): void {
  showTheme()
  const menu = document.getElementById('member-menu')
  menu?.querySelector('[data-sign-out]')?.removeAttribute('disabled')
  menu?.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.name === 'theme') chooseTheme(button.value as Theme)
    if (button?.matches('[data-sign-out]')) void loadSignOut().then((file) => file?.signOut())
  })
  // Before it is pressed: the files of a page from before a deploy may be gone by then.
  menu?.addEventListener('beforetoggle', () => void loadSignOut())
}

/** null if it's gone; the page offers to reload then. */
const loadSignOut = () => import('../account/sign-out.ts').catch(() => null)

function handleShortcut(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  const isHeld = ctrlKey || metaKey
  // The field of a dialog that has just closed may still have the focus.
  const isTyping =
    target instanceof Element &&
    target.matches('input, textarea, select') &&
    !target.closest('dialog:not([open])')
  if (event.defaultPrevented || event.isComposing || altKey || (shiftKey && isHeld) || (isTyping && !isHeld))
    return
  const run = shortcuts[isHeld ? `Ctrl+${shortcutKey(event)}` : key]
  // Another dialog may hold unsaved text.
  if (!run || document.querySelector('dialog:modal:not(#palette, .sheet, .drawer)')) return
  event.preventDefault()
  run()
}

/** Shortcuts.astro lists them. */
const shortcuts: Partial<Record<string, () => void>> = {
  'Ctrl+k': togglePalette,
  '/': togglePalette,
  'Ctrl+b': toggleSidebar,
  '?': () => dialog('shortcuts')?.showModal(),
}

function handleClick(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLButtonElement>('[commandfor]')
  if (!button) return
  // In place of the browser's own commands, which Safari 26.1 and Firefox 143 don't have.
  event.preventDefault()
  const id = button.getAttribute('commandfor') ?? ''
  if (button.getAttribute('command') === 'close') dialog(id)?.close()
  else if (id === 'palette') togglePalette(button)
  else {
    // The menu returns the focus to its button, so the dialog will too.
    document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
    if (id === 'quick-menu') fillQuickMenu()
    dialog(id)?.showModal()
  }
}

/** Collapses the sidebar on a large screen (Sidebar.tsx), opens or closes the sheet on a small one. */
function toggleSidebar(): void {
  const sidebar = dialog('navigation')
  if (isLarge.matches) sidebar?.querySelector<HTMLElement>('[aria-controls=navigation]')?.click()
  else if (sidebar?.open) sidebar.close()
  else sidebar?.showModal()
}

/** Opens the palette in place of an open menu, or closes it. A button's `data-query` fills in the field. */
function togglePalette(button?: HTMLButtonElement): void {
  const palette = dialog('palette')
  const field = palette?.querySelector('input')
  if (!palette || !field) return
  if (palette.open) {
    palette.close()
    return
  }
  // The menu returns the focus to its button, so the palette will too.
  document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
  closeMenus()
  field.value = button?.dataset.query ?? ''
  palette.showModal()
}

/** Copies into the quick menu what the sidebar has: the pages of this group, a tile for each group, and the channels. */
function fillQuickMenu(): void {
  const menu = document.querySelector('#quick-menu')
  const tiles = menu?.querySelector('.quick-tiles')
  if (!menu || !tiles || tiles.childElementCount > 1) return
  for (const group of document.querySelectorAll('#navigation .nav-group')) {
    const links = [...group.querySelectorAll('a')]
    const isHere = links.some((link) => link.ariaCurrent !== null)
    const tile = tiles.appendChild(itemWith(links[0]))
    const [link] = tile.getElementsByTagName('a')
    if (link) link.ariaCurrent = isHere ? 'true' : null
    if (isHere) menu.querySelector('[data-pages]')?.append(...links.map(itemWith))
  }
  const channels = document.querySelector('#navigation section')
  if (channels) menu.firstElementChild?.append(channels.cloneNode(true))
}

function itemWith(link: Element | undefined): HTMLLIElement {
  const item = document.createElement('li')
  if (link) item.append(link.cloneNode(true))
  return item
}

function closeMenus(): void {
  document.querySelector<HTMLDialogElement>(':is(.sheet, .drawer):modal')?.close()
}

/** null on pages without the shell. */
function dialog(id: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog#${id}`)
}

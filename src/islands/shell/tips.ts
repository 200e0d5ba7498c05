/** Lets Escape close the tooltips and flyouts of the collapsed sidebar, which CSS shows (shell.css). */
export function initTips(): void {
  // The focus may be elsewhere while the pointer is on an icon.
  document.addEventListener('keydown', dismiss)
  const sidebar = document.getElementById('navigation')
  sidebar?.addEventListener('pointerout', restore)
  sidebar?.addEventListener('focusout', restore)
}

/** An entry with a tooltip or a flyout. */
const NAMED = '.nav-group, [data-tip]'

function dismiss({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  const shown = `#navigation :is(${NAMED}):is(:hover, :focus-within)`
  for (const named of document.querySelectorAll<HTMLElement>(shown)) {
    const isCollapsed = document.documentElement.dataset.sidebar === 'collapsed'
    if (isCollapsed && named.contains(document.activeElement)) named.querySelector('a')?.focus()
    named.dataset.dismissed = ''
  }
}

/** What was dismissed shows again once the pointer or the focus has left it. */
function restore({ target, relatedTarget }: MouseEvent | FocusEvent): void {
  const named = (target as Element).closest<HTMLElement>(NAMED)
  if (named && !named.contains(relatedTarget as Node | null)) delete named.dataset.dismissed
}

import { chooseTheme, followTheme, type Theme } from '../ui/theme.ts'

/** Lets the buttons of the shell (Sidebar.tsx) work, and its flyouts and tooltips close with Escape. */
export function followShell(): void {
  followTheme()
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.name === 'theme') chooseTheme(button.value as Theme)
    if (button?.matches('[data-open-all]')) openOrCloseAll(button)
    if (button?.matches('#member-menu [data-sign-out]')) void loadSignOut().then((file) => file?.signOut())
  })
  // Before it is pressed: the files of a page from before a deploy may be gone by then.
  document.getElementById('member-menu')?.addEventListener('beforetoggle', () => void loadSignOut())
  const sidebar = document.getElementById('navigation')
  document.addEventListener('keydown', dismiss)
  sidebar?.addEventListener('pointerover', ({ target, relatedTarget }) => restore(target, relatedTarget))
  sidebar?.addEventListener('focusout', ({ target, relatedTarget }) => restore(target, relatedTarget))
}

/** null if it's gone; the page offers to reload then. */
const loadSignOut = () => import('../sign-out.ts').catch(() => null)

function openOrCloseAll(button: Element): void {
  const groups = [...(button.closest('nav')?.querySelectorAll('details') ?? [])]
  const isOpening = groups.some(({ open }) => !open)
  for (const group of groups) group.open = isOpening
}

const NAMED = '.nav-group, [data-tip]'

/** The pointer may be on one while the focus is elsewhere. */
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
function restore(target: EventTarget | null, other: EventTarget | null): void {
  const named = (target as Element).closest<HTMLElement>(NAMED)
  if (named && !named.contains(other as Node | null)) delete named.dataset.dismissed
}

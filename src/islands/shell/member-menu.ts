import { chooseTheme, followTheme, type Theme } from '../ui/theme.ts'

/** Lets the buttons of the member's menu (MemberMenu.tsx) work. */
export function followMemberMenu(): void {
  followTheme()
  const menu = document.getElementById('member-menu')
  menu?.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.name === 'theme') chooseTheme(button.value as Theme)
    if (button?.matches('[data-sign-out]')) void loadSignOut().then((file) => file?.signOut())
  })
  // Before it is pressed: the files of a page from before a deploy may be gone by then.
  menu?.addEventListener('beforetoggle', () => void loadSignOut())
}

/** null if it's gone; the page offers to reload then. */
const loadSignOut = () => import('../sign-out.ts').catch(() => null)

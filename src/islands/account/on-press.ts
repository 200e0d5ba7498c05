import { fetchPart } from '../fetch-part.ts'

/** Fetches the account's dialog when somebody reaches for it in the member's menu, and opens it on a press. */
export function openAccountOnPress(): void {
  const menu = document.querySelector<HTMLElement>('#member-menu')
  const button = menu?.querySelector<HTMLElement>('[data-account-settings]')
  if (!menu || !button) throw new Error('This page has no way to the account.')
  const load = () => import('./open-account.tsx')
  const prefetch = () => void load().catch(() => undefined)

  menu.addEventListener('pointerover', prefetch, { once: true })
  menu.addEventListener('focusin', prefetch, { once: true })
  button.addEventListener('click', () => {
    button.ariaBusy = 'true'
    void fetchPart(load).then((account) => {
      button.ariaBusy = null
      menu.hidePopover()
      account?.openAccount(menuOpener())
    })
  })
}

/** The one of this screen size; it has the focus once everything is closed. */
function menuOpener(): HTMLElement | null {
  const openers = [...document.querySelectorAll<HTMLElement>('[popovertarget=member-menu]')]
  return openers.find((opener) => opener.checkVisibility()) ?? null
}

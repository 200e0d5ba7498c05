import { send } from './events.ts'

/**
 * On a small screen the list lies below a button. Without a script, and until the drawer is there, it is a popover.
 */
export function openListOnPress(): void {
  const opener = document.querySelector<HTMLElement>('[data-open-list]')
  const list = document.getElementById('playlist-list')
  if (!opener || !list) return
  const load = () => import('./list-drawer.tsx')

  opener.addEventListener('pointerdown', () => void load().catch(() => undefined), { once: true })
  opener.addEventListener('click', (event) => {
    event.preventDefault()
    load()
      .then(({ openListDrawer }) => {
        openListDrawer(opener, list)
      })
      .catch(() => {
        list.showPopover()
      })
  })
  list.querySelector('[data-close-list]')?.addEventListener('click', closeList)
}

/** Somebody has chosen, or has seen enough. Nothing happens where the list stands beside the video. */
export function closeList(): void {
  const list = document.getElementById('playlist-list')
  if (list?.matches(':popover-open')) list.hidePopover()
  send('playlist:list-done', null)
}

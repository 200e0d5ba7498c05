import type { Screen } from './page.ts'

/** The search itself, and the index it needs, come when somebody first turns to the box. */
export function searchOnFirstUse(screen: Screen): void {
  const box = screen.root.querySelector<HTMLInputElement>('[data-query]')
  if (!box) return
  const wake = async () => {
    const { startSearch } = await import('./search-list.ts')
    startSearch(screen, box)
  }
  box.addEventListener('focus', () => void wake(), { once: true })
}

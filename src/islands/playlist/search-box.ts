import { fetchPart } from '../fetch-part.ts'
import type { Screen } from './page.ts'

/** The search itself, and the index it needs, come when somebody first turns to the box. */
export function searchOnFirstUse(screen: Screen): void {
  const box = screen.root.querySelector<HTMLInputElement>('[data-query]')
  if (!box) return
  const wake = async () => {
    const search = await fetchPart(() => import('./search-list.ts'))
    if (search) search.startSearch(screen, box)
    else searchOnFirstUse(screen)
  }
  box.addEventListener('focus', () => void wake(), { once: true })
}

import { bringPage } from '../playlist/bring.ts'
import { rowOf, type Screen } from '../playlist/page.ts'

/** The video before or after this one in its cohort; its week is brought here when it is not yet. */
export async function findNeighbour(screen: Screen, fragment: string, step: -1 | 1): Promise<string | null> {
  const place = placeBeside(screen, fragment, step)
  if (!place?.dataset.missing) return place?.dataset.row ?? null
  await bringPage(screen, place.dataset.missing)
  return placeBeside(screen, fragment, step)?.dataset.row ?? null
}

export function hasNeighbour(screen: Screen, fragment: string, step: -1 | 1): boolean {
  return placeBeside(screen, fragment, step) !== null
}

/** A row, or a week that is not in the page. */
function placeBeside(screen: Screen, fragment: string, step: -1 | 1): HTMLElement | null {
  const row = rowOf(screen, fragment)
  const cohort = row?.closest<HTMLElement>('[data-cohort]')
  if (!row || !cohort) return null
  const places = [...cohort.querySelectorAll<HTMLElement>('[data-row], [data-week][data-missing]')]
  return places[places.indexOf(row) + step] ?? null
}

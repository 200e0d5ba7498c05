import { bringPage } from './bring.ts'
import type { Screen } from './page.ts'

/** Enough to be quick, few enough not to flood the gate when all weeks of a large cohort are opened. */
const AT_ONCE = 4

/** Cohorts and weeks that are elsewhere come when they are opened. */
export function fillOnOpening(screen: Screen): void {
  const waiting: HTMLElement[] = []
  let busy = 0

  const next = async (): Promise<void> => {
    const group = busy < AT_ONCE ? waiting.shift() : undefined
    const page = group?.dataset.missing
    if (!page) return
    busy++
    await bringPage(screen, page)
    busy--
    void next()
  }

  // `toggle` does not bubble.
  screen.tree.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.dataset.missing) return
      waiting.push(target)
      void next()
    },
    true,
  )
}

/** One button opens every cohort and week of the list, or closes them. */
export function openAllOnPress(screen: Screen): void {
  const button = screen.root.querySelector<HTMLButtonElement>('[data-open-all]')
  if (!button) return
  const groups = () => [...screen.tree.querySelectorAll('details')]
  const name = () => {
    button.textContent = groups().every(({ open }) => open) ? 'Close all' : 'Open all'
  }

  button.addEventListener('click', () => {
    const open = groups().some((group) => !group.open)
    for (const group of groups()) group.open = open
  })
  screen.tree.addEventListener('toggle', name, true)
  name()
}
